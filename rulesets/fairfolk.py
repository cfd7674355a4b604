"""The characters that represent the computer's levels, with their faces and what they say. One may play several games.

What they say names no stone and no rule, so that it fits every game. It takes up to three rows of a speech bubble.
"""

from __future__ import annotations

from game.core.character import Character, Dialogue, MoveDelay
from game.core.language import gettext_noop, gettext_noop_lines

PIP = Character(
    # Translators: the name of a character, a mouse; names may be translated so that they sound familiar.
    gettext_noop("Pip"),
    "mouse",
    Dialogue(
        opening=gettext_noop_lines(
            "Hello! I am new here too.", "Oh good, somebody my size!", "I promise not to nibble the board."
        ),
        good_move=gettext_noop_lines("Squeak! Did I do that?", "Look, look! That one is good!"),
        bad_move=gettext_noop_lines("Eek. You saw that first!", "My whiskers did not see that coming."),
        win=gettext_noop_lines("I won? I really won!", "Beginner's luck. Mine, I mean."),
        loss=gettext_noop_lines("You are good at this! Teach me?", "That was fun, squeak! I will practise more."),
        parting=gettext_noop_lines("On to the next opponent! I will squeak for you."),
    ),
    MoveDelay(0.4, 0.9),
)

DUSTY = Character(
    gettext_noop("Dusty"),
    "moth",
    Dialogue(
        opening=gettext_noop_lines("Such lovely lanterns tonight…", "Is it my turn? I was looking at the lights."),
        good_move=gettext_noop_lines("Ooh, the board glows for me.", "For once I am flying the right way."),
        bad_move=gettext_noop_lines("That was a bright idea of yours!", "I was looking at a lantern and missed that."),
        win=gettext_noop_lines("Even a moth finds the way now and then.", "That was a warm, lovely game. Thank you."),
        loss=gettext_noop_lines("You outshone me. Beautiful.", "You dazzled me, and I am happy."),
        parting=gettext_noop_lines("Fly on to the next opponent, towards the light!"),
    ),
    MoveDelay(1.1, 2.0),
)

BRAMBLE = Character(
    gettext_noop("Bramble"),
    "hedgehog",
    Dialogue(
        opening=gettext_noop_lines("Mind my prickles. Shall we play?", "I was just dreaming of a game."),
        good_move=gettext_noop_lines("That is my kind of row.", "Hm-hm, this is getting cosy."),
        bad_move=gettext_noop_lines("Oh! I had half forgotten your stones.", "Ouch, that move tickles."),
        win=gettext_noop_lines("I won, just as I dreamt!", "Let us celebrate with an apple."),
        loss=gettext_noop_lines("You may pat me now. Carefully.", "Lovely game. I roll up in awe."),
        parting=gettext_noop_lines("Roll on to your next opponent. Good luck!"),
    ),
    MoveDelay(0.7, 1.4),
)

HAZEL = Character(
    gettext_noop("Hazel"),
    "squirrel",
    Dialogue(
        opening=gettext_noop_lines("I have counted all my nuts. Ready!", "Quick, before the popcorn is gone!"),
        good_move=gettext_noop_lines("Good! That goes into my winter store.", "I can smell a big nut here."),
        bad_move=gettext_noop_lines("You found what I was hiding!", "A nutty move, and a clever one."),
        win=gettext_noop_lines("My cheeks are full of joy.", "I will share my hazelnuts with you."),
        loss=gettext_noop_lines("You cracked that nut. Well done!", "A fair game. You get the biggest nut."),
        parting=gettext_noop_lines("Take a nut for the road, champion."),
    ),
    MoveDelay(0.3, 0.5),
)

JUNO = Character(
    gettext_noop("Juno"),
    "cat",
    Dialogue(
        opening=gettext_noop_lines("Purr. Sit down, I was waiting.", "The warm place by the lamp is mine."),
        good_move=gettext_noop_lines("I think I have landed well.", "My paw was ready for that."),
        bad_move=gettext_noop_lines("You move quietly. I like that.", "Fine, you were quicker there."),
        win=gettext_noop_lines("I landed on my feet. Another game?", "You made me stretch for that win."),
        loss=gettext_noop_lines("Beaten, and still purring.", "Come, scratch my chin. You earned it."),
        parting=gettext_noop_lines("Go to the next one, before I decide to keep you."),
    ),
    MoveDelay(0.6, 1.1),
)

DASH = Character(
    gettext_noop("Dash"),
    "hare",
    Dialogue(
        opening=gettext_noop_lines("I always look two leaps ahead.", "On your marks…"),
        good_move=gettext_noop_lines("Hop! I am taking the lead.", "Now that was a good leap."),
        bad_move=gettext_noop_lines("You jumped further than I did.", "I should have looked three leaps ahead."),
        win=gettext_noop_lines("Phew, what a close finish!", "Thanks for the race!"),
        loss=gettext_noop_lines("You left me standing. Bravo!", "Next time I'll tie my shoes first."),
        parting=gettext_noop_lines("Your next opponent is waiting. Run!"),
    ),
    MoveDelay(0.3, 0.4),
)

RASCAL = Character(
    gettext_noop("Rascal"),
    "raccoon",
    Dialogue(
        opening=gettext_noop_lines("Do not mind the mask, I play fair.", "I have a plan in each of my pockets."),
        good_move=gettext_noop_lines("Two birds with one stone!", "Shiny! I like how this looks."),
        bad_move=gettext_noop_lines("You caught me with my paw in the jar.", "You saw through my mask."),
        win=gettext_noop_lines("I pocketed the win. Thank you for the game!", "You nearly had me there."),
        loss=gettext_noop_lines("You stole the show. Respect!", "Take my best marble. It is yours."),
        parting=gettext_noop_lines("I would steal you some luck, but you need none."),
    ),
    MoveDelay(0.4, 0.8),
)

TILDA = Character(
    gettext_noop("Tilda"),
    "turtle",
    Dialogue(
        opening=gettext_noop_lines("No hurry. The night is long.", "Slowly, slowly, one stone at a time."),
        good_move=gettext_noop_lines("Slow and steady helps.", "It helps to look twice."),
        bad_move=gettext_noop_lines(
            "I did not expect that move. Clever!", "Oh dear. Let me hide in my shell for a moment."
        ),
        win=gettext_noop_lines("I am slow, but I got there.", "That game was a lovely long walk."),
        loss=gettext_noop_lines("You were quicker and wiser.", "I have seen many games. That was a fine one."),
        parting=gettext_noop_lines("Walk on, little by little. You will get there."),
    ),
    MoveDelay(1.2, 1.8),
)

BROCK = Character(
    gettext_noop("Brock"),
    "badger",
    Dialogue(
        opening=gettext_noop_lines("The kettle is on. Take your time.", "I save the best for last, you know."),
        good_move=gettext_noop_lines("That was good digging.", "Patience pays off."),
        bad_move=gettext_noop_lines("Hrm. You dig well, too.", "I did not hear you coming."),
        win=gettext_noop_lines("A good evening's work. Tea?", "You made me dig deep."),
        loss=gettext_noop_lines("You outlasted an old badger. Splendid.", "Grumble. No, I mean it: well played!"),
        parting=gettext_noop_lines("On to the next one. I'll keep the kettle warm."),
    ),
    MoveDelay(1.0, 1.5),
)

BRUNO = Character(
    gettext_noop("Bruno"),
    "bear",
    Dialogue(
        opening=gettext_noop_lines("I am here every evening. Good to see you!", "A game and a honey cake, please."),
        good_move=gettext_noop_lines("Mmm, sweet as honey.", "I learnt that trick last week."),
        bad_move=gettext_noop_lines("Well, that woke me up.", "You are keeping me from my cake!"),
        win=gettext_noop_lines("A bear hug for a brave game!", "I have played for years. You will catch up."),
        loss=gettext_noop_lines("The honey cake is on me.", "You learn fast, friend."),
        parting=gettext_noop_lines("I wave you off with both paws. Go far!"),
    ),
    MoveDelay(0.8, 1.3),
)

VESPER = Character(
    gettext_noop("Vesper"),
    "fox",
    Dialogue(
        opening=gettext_noop_lines("Ah, a guest with clever eyes.", "Shall we see who outfoxes whom?"),
        good_move=gettext_noop_lines("My little plan is working.", "A fox always has a second plan."),
        bad_move=gettext_noop_lines("Now who is the fox here?", "You sniffed that out in time."),
        win=gettext_noop_lines("It was a pleasure to be chased by you.", "You were on my trail to the end."),
        loss=gettext_noop_lines("Outfoxed! I take off my hat.", "I must remember that trick of yours."),
        parting=gettext_noop_lines("The next one has tricks too, but you have more."),
    ),
    MoveDelay(0.5, 1.0, hesitation=0.6),
)

FERGUS = Character(
    gettext_noop("Fergus"),
    "frog",
    Dialogue(
        opening=gettext_noop_lines("Ribbit! Jump in, the water is warm.", "Good evening from my lily pad."),
        good_move=gettext_noop_lines("That was a clean hop!", "Splash! Right where I wanted to land."),
        bad_move=gettext_noop_lines("You leapt right over me.", "Gulp. That was a good move."),
        win=gettext_noop_lines("I croak with joy. Shall we play again?", "That was a lively game!"),
        loss=gettext_noop_lines("Hop, hop, hooray for you!", "I will practise on my lily pad."),
        parting=gettext_noop_lines("Hop on to your next opponent. Keep dry!"),
    ),
    MoveDelay(0.5, 0.9),
)

BISCUIT = Character(
    gettext_noop("Biscuit"),
    "dog",
    Dialogue(
        opening=gettext_noop_lines("A guest! A guest! Shall we play?", "I'll fetch the stones, you start."),
        good_move=gettext_noop_lines("Good boy, Biscuit!", "I smelled my chance."),
        bad_move=gettext_noop_lines("Woof! I did not sniff that out.", "My ears went up at that move."),
        win=gettext_noop_lines("Best game ever! Like all the others!", "I won! Look how my tail wags!"),
        loss=gettext_noop_lines("You win! Let us play again!", "My tail wags for you."),
        parting=gettext_noop_lines("I would come along, but I must stay on guard."),
    ),
    MoveDelay(0.4, 0.7),
)

MAGNUS = Character(
    gettext_noop("Magnus"),
    "moose",
    Dialogue(
        opening=gettext_noop_lines("Mind my antlers. A pleasure to meet you.", "I came down from the north for this."),
        good_move=gettext_noop_lines("My stones stand like spruces.", "I get through the snow with big steps."),
        bad_move=gettext_noop_lines(
            "That was a strong gust from you. Impressive.", "Hm. I got my antlers caught there."
        ),
        win=gettext_noop_lines("You stood firm. I respect that.", "The forest thanks you for the game."),
        loss=gettext_noop_lines("You felled a big moose tonight.", "I bow, as far as my antlers allow."),
        parting=gettext_noop_lines("The path to your next opponent is clear."),
    ),
    MoveDelay(0.9, 1.4),
)

CORVIN = Character(
    gettext_noop("Corvin"),
    "raven",
    Dialogue(
        opening=gettext_noop_lines("I remember every game. Let us add one.", "Good evening. I kept you a seat."),
        good_move=gettext_noop_lines("I saw this chance from above.", "Something shiny! I took it at once."),
        bad_move=gettext_noop_lines("I will remember that. Finely done.", "I will think about that move at dawn."),
        win=gettext_noop_lines("I shall tell the others about this game.", "You gave me much to remember."),
        loss=gettext_noop_lines("I shall remember every move of this game.", "My best feather is yours."),
        parting=gettext_noop_lines("Fly on. I shall tell the others your name."),
    ),
    MoveDelay(0.6, 1.0),
)

LUMI = Character(
    gettext_noop("Lumi"),
    "lynx",
    Dialogue(
        opening=gettext_noop_lines("Quiet, now. I can hear the stones.", "I see you well, even in the dark."),
        good_move=gettext_noop_lines("One leap was enough.", "I waited for exactly that."),
        bad_move=gettext_noop_lines("You came without leaving tracks.", "You have keen eyes, almost like mine."),
        win=gettext_noop_lines("You were hard to hunt.", "It was close to the very last move."),
        loss=gettext_noop_lines("I did not see you coming. That is rare.", "The hunter bows to you."),
        parting=gettext_noop_lines("Go quietly. The next one will not hear you."),
    ),
    MoveDelay(0.4, 0.8),
)

PRESTO = Character(
    gettext_noop("Presto"),
    "rabbit",
    Dialogue(
        opening=gettext_noop_lines("Nothing up my sleeves. I have no sleeves!", "Sit down and watch my paws closely!"),
        good_move=gettext_noop_lines("Abracadabra!", "And out of my hat comes… a good position!"),
        bad_move=gettext_noop_lines(
            "Which hat did you pull that move from?", "You watched my other paw and saw the trick!"
        ),
        win=gettext_noop_lines("The trick is never to stop smiling.", "Applause for both of us!"),
        loss=gettext_noop_lines("You are the real magician here.", "Ta-da! The winner is you."),
        parting=gettext_noop_lines("And now, before your eyes: the next opponent!"),
    ),
    MoveDelay(0.3, 0.5),
)

MINERVA = Character(
    gettext_noop("Minerva"),
    "owl",
    Dialogue(
        opening=gettext_noop_lines("I was expecting you. Sit, sit.", "My cards promise a good game."),
        good_move=gettext_noop_lines("Just as the tea leaves told me.", "I dreamt of this position."),
        bad_move=gettext_noop_lines("That was not in my cards!", "Whoo… you surprise even an owl."),
        win=gettext_noop_lines("I foresee that you will come back stronger.", "A game worth staying up for."),
        loss=gettext_noop_lines("The stars were with you, and rightly so.", "I shall ask you for advice one day."),
        parting=gettext_noop_lines("I foresee that you will beat the next one, too."),
    ),
    MoveDelay(0.8, 1.3),
)

STELLA = Character(
    gettext_noop("Stella"),
    "astronomer",
    Dialogue(
        opening=gettext_noop_lines("The sky is clear. So is the board.", "I count stars. Tonight I count stones."),
        good_move=gettext_noop_lines(
            "My stones are in the right orbit.", "I calculated that, and wished for it a little."
        ),
        bad_move=gettext_noop_lines("A comet! I had not calculated that.", "Fascinating. Let me note it down."),
        win=gettext_noop_lines("You shone for a very long time.", "That game was as bright as a comet."),
        loss=gettext_noop_lines("I am naming a star after you tonight.", "I have discovered a new star: you!"),
        parting=gettext_noop_lines("Your star is rising. On to the next opponent!"),
    ),
    MoveDelay(0.7, 1.2),
)

COBALT = Character(
    gettext_noop("Cobalt"),
    "robot",
    Dialogue(
        opening=gettext_noop_lines("Gears oiled. Lamp lit. Ready.", "Hello. I like the start of a game best."),
        good_move=gettext_noop_lines("All my cogs like this position.", "Whirr. My sums look good."),
        bad_move=gettext_noop_lines("Recalculating… you are doing well.", "My springs did not expect that."),
        win=gettext_noop_lines("Thank you. You made me think deeply.", "Result: we both had a good time."),
        loss=gettext_noop_lines("Result: you are remarkable.", "I'll keep this game in my best drawer."),
        parting=gettext_noop_lines("Recommended next step: your next opponent."),
    ),
    MoveDelay(0.5, 0.5),
)

PUDDLE = Character(
    gettext_noop("Puddle"),
    "cygnet",
    Dialogue(
        opening=gettext_noop_lines("Paddle, paddle. Oh, hello!", "I am still all fluff. Please be gentle!"),
        good_move=gettext_noop_lines("Did you see? Did you see?", "Splish! I like how this looks."),
        bad_move=gettext_noop_lines("Oh, so that is how you do it.", "I have water in my ear. Nice move, though!"),
        win=gettext_noop_lines("Wait till I tell the others!", "One day I will be a swan, you know."),
        loss=gettext_noop_lines("You swim so well!", "Again, again! I nearly had it."),
        parting=gettext_noop_lines("Paddle on! I'll learn by watching you."),
    ),
    MoveDelay(0.5, 1.2),
)

MORTIMER = Character(
    gettext_noop("Mortimer"),
    "mole",
    Dialogue(
        opening=gettext_noop_lines("Is somebody there? Splendid!", "I know the board by touch."),
        good_move=gettext_noop_lines("I can feel a good position.", "My nose led me to the right place."),
        bad_move=gettext_noop_lines("Dear me, I overlooked that.", "Ah! Let me wipe my glasses."),
        win=gettext_noop_lines("I won? Please read the result to me!", "What a bright evening, even for a mole!"),
        loss=gettext_noop_lines("Even I can see that you are good.", "You opened my eyes. Both of them."),
        parting=gettext_noop_lines("Straight on to the next. You are on a good path."),
    ),
    MoveDelay(1.0, 1.6),
)

OLLIE = Character(
    gettext_noop("Ollie"),
    "otter",
    Dialogue(
        opening=gettext_noop_lines("Come on in! I brought my best pebble.", "Let us float and play."),
        good_move=gettext_noop_lines("Whee! This is going swimmingly!", "That goes straight into my pocket."),
        bad_move=gettext_noop_lines("You skipped that stone well!", "Oh! I was floating on my back and missed that."),
        win=gettext_noop_lines("What a splash! One more game?", "I will juggle in your honour."),
        loss=gettext_noop_lines("Here, hold my favourite pebble.", "You play like the river. Lovely."),
        parting=gettext_noop_lines("Float on to your next opponent, friend."),
    ),
    MoveDelay(0.4, 0.9),
)

ODETTE = Character(
    gettext_noop("Odette"),
    "swan",
    Dialogue(
        opening=gettext_noop_lines("Good evening. Let us glide into the game.", "The water is like glass tonight."),
        good_move=gettext_noop_lines("That went gracefully, I hope.", "I glide ahead with hardly a ripple."),
        bad_move=gettext_noop_lines("You ruffled my feathers there. Bravo.", "That was elegant of you."),
        win=gettext_noop_lines("That was a dance, and you kept in step.", "You were a noble partner."),
        loss=gettext_noop_lines("I curtsy. That was beautiful.", "You have grown wings this evening."),
        parting=gettext_noop_lines("Glide on to the next one. The water is calm."),
    ),
    MoveDelay(0.6, 1.0),
)

FINN = Character(
    gettext_noop("Finn"),
    "pike",
    Dialogue(
        opening=gettext_noop_lines("Blub. I do not bite.", "I was just drifting by."),
        good_move=gettext_noop_lines("Snap! Got it.", "I was as quick as a ripple."),
        bad_move=gettext_noop_lines("You slipped through my fins.", "Blub! Well played."),
        win=gettext_noop_lines("The current was on my side today.", "You are a fine catch as a friend."),
        loss=gettext_noop_lines("I am hooked! You win.", "I tip my fin to you."),
        parting=gettext_noop_lines("The water gets deeper now. You will like it."),
    ),
    MoveDelay(0.3, 0.6),
)

BIRK = Character(
    gettext_noop("Birk"),
    "beaver",
    Dialogue(
        opening=gettext_noop_lines("All aboard! Mind the oars.", "Captain Birk, at your service."),
        good_move=gettext_noop_lines("My dam holds. I built it well.", "Steady as she goes."),
        bad_move=gettext_noop_lines("A leak in my dam! You found it at once.", "Man the pumps! Good move."),
        win=gettext_noop_lines("Safe in harbour. You rowed well!", "My game was as solid as a dam."),
        loss=gettext_noop_lines("You steered better. My cap is yours.", "My ship goes down. Hurrah for you!"),
        parting=gettext_noop_lines("Anchors up! Your next opponent is waiting."),
    ),
    MoveDelay(0.7, 1.1),
)

HECTOR = Character(
    gettext_noop("Hector"),
    "heron",
    Dialogue(
        opening=gettext_noop_lines("I stand here often. Join me.", "A moment of silence, then we play."),
        good_move=gettext_noop_lines("Standing on one leg helps me think.", "This is the moment I waited for."),
        bad_move=gettext_noop_lines("You waited longer than I did.", "I blinked, and you saw your chance."),
        win=gettext_noop_lines("You stood your ground well.", "The water was still, and the game was deep."),
        loss=gettext_noop_lines("I bow my long neck to you.", "You were more patient than I was. Well done."),
        parting=gettext_noop_lines("One long step takes you to your next opponent."),
    ),
    MoveDelay(0.6, 1.0, hesitation=0.9),
)

INDIGO = Character(
    gettext_noop("Indigo"),
    "kingfisher",
    Dialogue(
        opening=gettext_noop_lines("A flash of blue, and here I am.", "From my branch I see the whole board."),
        good_move=gettext_noop_lines("Splash! I caught something good.", "I dived at the right moment."),
        bad_move=gettext_noop_lines("You dived before me!", "What a flash! You are quick."),
        win=gettext_noop_lines("What a dive! Thank you for the game.", "You shine in any light."),
        loss=gettext_noop_lines("You are the jewel of this pond.", "You caught me in mid-air. Bravo!"),
        parting=gettext_noop_lines("Dart on to your next opponent, quick as a flash!"),
    ),
    MoveDelay(0.6, 1.2),
)

BEA = Character(
    gettext_noop("Bea"),
    "bee",
    Dialogue(
        opening=gettext_noop_lines("Six legs, six in a row. Buzz!", "I counted every cell on my way here."),
        good_move=gettext_noop_lines("This is sweet as clover.", "Bzzz, that fits into my honeycomb."),
        bad_move=gettext_noop_lines("You found the nectar first.", "Buzz me sideways, that was good."),
        win=gettext_noop_lines("Busy, busy, and happy!", "I'll dance you the way to the flowers."),
        loss=gettext_noop_lines("You get my best drop of honey.", "I'll tell the whole hive about you."),
        parting=gettext_noop_lines("Follow the honey to your next opponent."),
    ),
    MoveDelay(0.3, 0.6),
)
