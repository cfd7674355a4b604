"""The characters that represent the computer's levels, with their faces and what they say. One may play several games.

What they say names no stone and no rule, so that it fits every game. It takes up to three rows of a speech bubble.
"""

from __future__ import annotations

from game.core.character import Character, Dialogue, MoveDelay
from game.core.language import gettext_noop, gettext_noop_lines

PIP = Character(
    gettext_noop("Pip"),
    "mouse",
    Dialogue(
        opening=gettext_noop_lines(
            "Hello! I am new here too.", "Oh good, somebody my size!", "I promise not to nibble the board."
        ),
        good_move=gettext_noop_lines("Squeak! Did I do that?", "Look, look! That one is good!"),
        bad_move=gettext_noop_lines("Eek. You saw that first!", "My whiskers did not see that coming."),
        win=gettext_noop_lines("I won? I really won!", "Beginner's luck. Mine, I mean."),
        loss=gettext_noop_lines("You are good at this! Teach me?", "That was fun. I will try the next crumb."),
        parting=gettext_noop_lines("Go on, go on! I will squeak for you."),
    ),
    MoveDelay(0.4, 0.9),
)

DUSTY = Character(
    gettext_noop("Dusty"),
    "moth",
    Dialogue(
        opening=gettext_noop_lines("Such lovely lanterns tonight…", "Is it my turn? I was looking at the lights."),
        good_move=gettext_noop_lines("Ooh, that one glows.", "I flew straight for once."),
        bad_move=gettext_noop_lines("Bright idea of yours!", "I got lost round a lantern there."),
        win=gettext_noop_lines("Even a moth finds the way now and then.", "That was warm. Thank you."),
        loss=gettext_noop_lines("You outshone me. Beautiful.", "Dazzled, and happy about it."),
        parting=gettext_noop_lines("Follow the next light. I did, all my life."),
    ),
    MoveDelay(1.1, 2.0),
)

BRAMBLE = Character(
    gettext_noop("Bramble"),
    "hedgehog",
    Dialogue(
        opening=gettext_noop_lines("Mind the prickles. Shall we?", "I was just dreaming of this."),
        good_move=gettext_noop_lines("That is my kind of row.", "Hm-hm, cosy."),
        bad_move=gettext_noop_lines("Oh! I had half forgotten yours.", "That one tickles."),
        win=gettext_noop_lines("Well, I dreamt it just like that.", "Let us celebrate with an apple."),
        loss=gettext_noop_lines("You may pat me now. Carefully.", "Lovely game. I roll up in awe."),
        parting=gettext_noop_lines("Off you roll, then. Mind the dark corners."),
    ),
    MoveDelay(0.7, 1.4),
)

HAZEL = Character(
    gettext_noop("Hazel"),
    "squirrel",
    Dialogue(
        opening=gettext_noop_lines("I have weighed every nut. Ready!", "Quick, before the popcorn is gone!"),
        good_move=gettext_noop_lines("One for the winter store!", "That crossing weighs a lot."),
        bad_move=gettext_noop_lines("You found my hiding place!", "Nutty, and rather clever."),
        win=gettext_noop_lines("My cheeks are full of joy.", "I will share the hazelnuts with you."),
        loss=gettext_noop_lines("You cracked it. Well done!", "A fair game. You get the biggest nut."),
        parting=gettext_noop_lines("Take a nut for the road, champion."),
    ),
    MoveDelay(0.3, 0.5),
)

JUNO = Character(
    gettext_noop("Juno"),
    "cat",
    Dialogue(
        opening=gettext_noop_lines("Purr. Sit down, I was waiting.", "The warm place by the lamp is mine."),
        good_move=gettext_noop_lines("A soft landing, I think.", "I had my paw on that one."),
        bad_move=gettext_noop_lines("You move quietly. I like that.", "Fine, that one was yours."),
        win=gettext_noop_lines("I land on my feet. Another?", "You made me stretch for that."),
        loss=gettext_noop_lines("Beaten, and still purring.", "Come, scratch my chin. You earned it."),
        parting=gettext_noop_lines("Go, before I change my mind and keep you."),
    ),
    MoveDelay(0.6, 1.1),
)

DASH = Character(
    gettext_noop("Dash"),
    "hare",
    Dialogue(
        opening=gettext_noop_lines("Two leaps ahead, that is my way.", "On your marks…"),
        good_move=gettext_noop_lines("Hop! And hop again.", "A good spring in that one."),
        bad_move=gettext_noop_lines("You jumped further than I did.", "I should have looked three leaps ahead."),
        win=gettext_noop_lines("Phew, photo finish!", "Thanks for the run!"),
        loss=gettext_noop_lines("You left me standing. Bravo!", "Next time I'll tie my shoes first."),
        parting=gettext_noop_lines("The next lap is yours. Run!"),
    ),
    MoveDelay(0.3, 0.4),
)

RASCAL = Character(
    gettext_noop("Rascal"),
    "raccoon",
    Dialogue(
        opening=gettext_noop_lines("Do not mind the mask, I play fair.", "Two pockets, two plans."),
        good_move=gettext_noop_lines("Two birds, one stone!", "Shiny! I'm keeping that one."),
        bad_move=gettext_noop_lines("Caught with my paw in the jar.", "You looked under my mask."),
        win=gettext_noop_lines("I give back everything but the win.", "You nearly had me there."),
        loss=gettext_noop_lines("You stole the show. Respect!", "Take my best marble. It is yours."),
        parting=gettext_noop_lines("I would steal you some luck, but you have it."),
    ),
    MoveDelay(0.4, 0.8),
)

TILDA = Character(
    gettext_noop("Tilda"),
    "turtle",
    Dialogue(
        opening=gettext_noop_lines("No hurry. The night is long.", "Slowly, slowly, one stone at a time."),
        good_move=gettext_noop_lines("Steady does it.", "I looked twice at that one."),
        bad_move=gettext_noop_lines("That came round the side. Clever!", "Let me pull in my head a moment."),
        win=gettext_noop_lines("Slow, but I got here.", "A lovely long walk, that game."),
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
        good_move=gettext_noop_lines("Well dug, that.", "Patience pays its rent."),
        bad_move=gettext_noop_lines("Hrm. Good digging of yours.", "I did not hear you coming."),
        win=gettext_noop_lines("A good evening's work. Tea?", "You made me dig deep."),
        loss=gettext_noop_lines("You outlasted an old badger. Splendid.", "Grumble. No, I mean it: well played!"),
        parting=gettext_noop_lines("Go on up. I'll keep the kettle warm."),
    ),
    MoveDelay(1.0, 1.5),
)

BRUNO = Character(
    gettext_noop("Bruno"),
    "bear",
    Dialogue(
        opening=gettext_noop_lines("Here every evening. Good to see you!", "A game and a honey cake, please."),
        good_move=gettext_noop_lines("Mmm, sweet.", "I know that one from last week."),
        bad_move=gettext_noop_lines("Well, that woke me up.", "You are keeping me from my cake!"),
        win=gettext_noop_lines("A bear hug for a brave game!", "I have sat here for years. You will catch up."),
        loss=gettext_noop_lines("The honey cake is on me.", "You learn fast, friend."),
        parting=gettext_noop_lines("Big paws wave you off. Go far!"),
    ),
    MoveDelay(0.8, 1.3),
)

VESPER = Character(
    gettext_noop("Vesper"),
    "fox",
    Dialogue(
        opening=gettext_noop_lines("Ah, a guest with clever eyes.", "Shall we see who outfoxes whom?"),
        good_move=gettext_noop_lines("That thread runs through.", "One step, three reasons."),
        bad_move=gettext_noop_lines("Now who is the fox here?", "You sniffed that out in time."),
        win=gettext_noop_lines("A pleasure to be chased by you.", "You were on my trail to the end."),
        loss=gettext_noop_lines("Outfoxed! I take off my hat.", "I must remember that trick of yours."),
        parting=gettext_noop_lines("The next one has tricks too. You have more."),
    ),
    MoveDelay(0.5, 1.0, hesitation=0.6),
)

FERGUS = Character(
    gettext_noop("Fergus"),
    "frog",
    Dialogue(
        opening=gettext_noop_lines("Ribbit! Jump in, it is warm.", "Good evening from my lily pad."),
        good_move=gettext_noop_lines("A clean hop!", "Splash! Right where I wanted."),
        bad_move=gettext_noop_lines("You leapt right over me.", "Gulp. That was good."),
        win=gettext_noop_lines("I croak with joy. Again?", "What a lively pond tonight."),
        loss=gettext_noop_lines("Hop, hop, hooray for you!", "I will practise on my lily pad."),
        parting=gettext_noop_lines("One leaf further! Do not get your feet wet."),
    ),
    MoveDelay(0.5, 0.9),
)

BISCUIT = Character(
    gettext_noop("Biscuit"),
    "dog",
    Dialogue(
        opening=gettext_noop_lines("A guest! A guest! Shall we play?", "I'll fetch the stones, you start."),
        good_move=gettext_noop_lines("Good boy, Biscuit!", "I smelled that one early."),
        bad_move=gettext_noop_lines("You threw that one far!", "My ears went up at that."),
        win=gettext_noop_lines("Best game ever! Like all the others!", "I am off the leash tonight."),
        loss=gettext_noop_lines("You win! Throw it again!", "My tail wags for you."),
        parting=gettext_noop_lines("I would come along, but I guard this stall."),
    ),
    MoveDelay(0.4, 0.7),
)

MAGNUS = Character(
    gettext_noop("Magnus"),
    "moose",
    Dialogue(
        opening=gettext_noop_lines("Mind the antlers. A pleasure.", "I came down from the north for this."),
        good_move=gettext_noop_lines("That stands like a spruce.", "One step through the snow."),
        bad_move=gettext_noop_lines("A gust from your side. Impressive.", "Hm. My antlers caught on that."),
        win=gettext_noop_lines("You stood firm. I respect that.", "The forest thanks you for the game."),
        loss=gettext_noop_lines("You felled a tall one tonight.", "I bow, as far as antlers allow."),
        parting=gettext_noop_lines("The path is clear. I made sure of it."),
    ),
    MoveDelay(0.9, 1.4),
)

CORVIN = Character(
    gettext_noop("Corvin"),
    "raven",
    Dialogue(
        opening=gettext_noop_lines("I remember every game. Let us add one.", "Good evening. I kept you a seat."),
        good_move=gettext_noop_lines("I have seen this from above.", "A glint, and I took it."),
        bad_move=gettext_noop_lines("Noted. That was finely done.", "I will think about that one at dawn."),
        win=gettext_noop_lines("I shall tell this game to the others.", "You gave me much to remember."),
        loss=gettext_noop_lines("Worth remembering. All of it.", "My best feather is yours."),
        parting=gettext_noop_lines("Fly on. I shall tell them your name."),
    ),
    MoveDelay(0.6, 1.0),
)

LUMI = Character(
    gettext_noop("Lumi"),
    "lynx",
    Dialogue(
        opening=gettext_noop_lines("Quiet, now. I can hear the stones.", "I see you well, even in the dark."),
        good_move=gettext_noop_lines("One leap was enough.", "I waited for exactly that."),
        bad_move=gettext_noop_lines("You left no tracks there.", "Keen eyes. Almost like mine."),
        win=gettext_noop_lines("You walked well through the snow.", "That was close to the last step."),
        loss=gettext_noop_lines("I did not see you coming. Nobody manages that.", "The hunter bows."),
        parting=gettext_noop_lines("Go quietly. They will not hear you either."),
    ),
    MoveDelay(0.4, 0.8),
)

PRESTO = Character(
    gettext_noop("Presto"),
    "rabbit",
    Dialogue(
        opening=gettext_noop_lines("Nothing up my sleeves. I have none.", "Pick a seat, any seat!"),
        good_move=gettext_noop_lines("Abracadabra!", "And out of the hat comes… this."),
        bad_move=gettext_noop_lines("Where did you pull that from?", "You watched my other paw!"),
        win=gettext_noop_lines("The trick is never to stop smiling.", "Applause for both of us!"),
        loss=gettext_noop_lines("You are the real magician here.", "Ta-da! The winner is you."),
        parting=gettext_noop_lines("And now, before your eyes: the next stall!"),
    ),
    MoveDelay(0.3, 0.5),
)

MINERVA = Character(
    gettext_noop("Minerva"),
    "owl",
    Dialogue(
        opening=gettext_noop_lines("I was expecting you. Sit, sit.", "The cards say: a good game."),
        good_move=gettext_noop_lines("As the tea leaves told me.", "I dreamt of this crossing."),
        bad_move=gettext_noop_lines("That was not in my cards!", "Whoo… you surprise even an owl."),
        win=gettext_noop_lines("I foresee that you will come back stronger.", "A game worth staying up for."),
        loss=gettext_noop_lines("The stars were with you, and rightly so.", "I shall ask you for advice one day."),
        parting=gettext_noop_lines("Wisdom waits one stall further. So do I."),
    ),
    MoveDelay(0.8, 1.3),
)

STELLA = Character(
    gettext_noop("Stella"),
    "astronomer",
    Dialogue(
        opening=gettext_noop_lines("The sky is clear. So is the board.", "I count stars. Tonight I count stones."),
        good_move=gettext_noop_lines("The orbits meet right here.", "Calculated, and a little bit wished for."),
        bad_move=gettext_noop_lines("A comet! I had not charted that.", "Fascinating. Let me note it down."),
        win=gettext_noop_lines("You shone for a very long time.", "Look up: that game had a tail of light."),
        loss=gettext_noop_lines("I am naming a star after you tonight.", "A discovery! And it is you."),
        parting=gettext_noop_lines("Your star stands high. Follow it."),
    ),
    MoveDelay(0.7, 1.2),
)

COBALT = Character(
    gettext_noop("Cobalt"),
    "robot",
    Dialogue(
        opening=gettext_noop_lines("Gears oiled. Lamp lit. Ready.", "Hello. I like this part best."),
        good_move=gettext_noop_lines("All my cogs agree.", "Whirr. That adds up."),
        bad_move=gettext_noop_lines("Recounting… you are right.", "My springs did not expect that."),
        win=gettext_noop_lines("Thank you. You made me think deeply.", "Result: a good time had by both."),
        loss=gettext_noop_lines("Result: you are remarkable.", "I'll keep this game in my best drawer."),
        parting=gettext_noop_lines("Recommended next step: forward."),
    ),
    MoveDelay(0.5, 0.5),
)

PUDDLE = Character(
    gettext_noop("Puddle"),
    "cygnet",
    Dialogue(
        opening=gettext_noop_lines("Paddle, paddle. Oh, hello!", "I am still all fluff. Be gentle?"),
        good_move=gettext_noop_lines("Did you see? Did you see?", "Splish! I like it here."),
        bad_move=gettext_noop_lines("Oh, so that is how it goes.", "Water in my ear. Nice one, though!"),
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
        good_move=gettext_noop_lines("I felt a good one there.", "My nose led me right."),
        bad_move=gettext_noop_lines("Dear me, I overlooked that.", "Ah! Let me wipe my glasses."),
        win=gettext_noop_lines("I won? Do read it out to me.", "What a bright evening, they tell me."),
        loss=gettext_noop_lines("Even I can see that you are good.", "You opened my eyes. Both of them."),
        parting=gettext_noop_lines("Straight on, then up. I can smell the light."),
    ),
    MoveDelay(1.0, 1.6),
)

OLLIE = Character(
    gettext_noop("Ollie"),
    "otter",
    Dialogue(
        opening=gettext_noop_lines("Come on in! I brought my best pebble.", "Let us float and play."),
        good_move=gettext_noop_lines("Whee! Did you see it slide?", "Straight into my pocket."),
        bad_move=gettext_noop_lines("You skipped that stone well!", "Ha! I was on my back just then."),
        win=gettext_noop_lines("That was a splash! Once more?", "I will juggle in your honour."),
        loss=gettext_noop_lines("Here, hold my favourite pebble.", "You play like the river. Lovely."),
        parting=gettext_noop_lines("Float on, friend. The current likes you."),
    ),
    MoveDelay(0.4, 0.9),
)

ODETTE = Character(
    gettext_noop("Odette"),
    "swan",
    Dialogue(
        opening=gettext_noop_lines("Good evening. Shall we glide?", "The water is like glass tonight."),
        good_move=gettext_noop_lines("Gracefully, I hope.", "Hardly a ripple."),
        bad_move=gettext_noop_lines("You ruffled a feather there. Bravo.", "That was elegant of you."),
        win=gettext_noop_lines("A dance, and you kept in step.", "You were a noble partner."),
        loss=gettext_noop_lines("I curtsy. That was beautiful.", "You have grown wings this evening."),
        parting=gettext_noop_lines("The water lies open before you. Glide on."),
    ),
    MoveDelay(0.6, 1.0),
)

FINN = Character(
    gettext_noop("Finn"),
    "pike",
    Dialogue(
        opening=gettext_noop_lines("Blub. I do not bite.", "I was just drifting by."),
        good_move=gettext_noop_lines("Snap! Got it.", "Quick as a ripple."),
        bad_move=gettext_noop_lines("You slipped through my fins.", "Blub! Well thrown."),
        win=gettext_noop_lines("That was a good current.", "You are a fine catch as a friend."),
        loss=gettext_noop_lines("Hooked! You win.", "I tip my fin to you."),
        parting=gettext_noop_lines("Deeper water ahead. You will like it."),
    ),
    MoveDelay(0.3, 0.6),
)

BIRK = Character(
    gettext_noop("Birk"),
    "beaver",
    Dialogue(
        opening=gettext_noop_lines("All aboard! Mind the oars.", "Captain Birk, at your service."),
        good_move=gettext_noop_lines("That holds water. I built it.", "Steady as she goes."),
        bad_move=gettext_noop_lines("A leak! You found it at once.", "Man the pumps! Good move."),
        win=gettext_noop_lines("Safe in harbour. You rowed well!", "A game as solid as a dam."),
        loss=gettext_noop_lines("You steered better. My cap is yours.", "Down with colours flying. Hurrah for you!"),
        parting=gettext_noop_lines("Anchors up! The next harbour is waiting."),
    ),
    MoveDelay(0.7, 1.1),
)

HECTOR = Character(
    gettext_noop("Hector"),
    "heron",
    Dialogue(
        opening=gettext_noop_lines("I stand here often. Join me.", "Silence first. Then stones."),
        good_move=gettext_noop_lines("One leg, one thought, one stone.", "The moment came."),
        bad_move=gettext_noop_lines("You waited longer than I did.", "I blinked. You did not."),
        win=gettext_noop_lines("You stood well beside me.", "Still water, deep game."),
        loss=gettext_noop_lines("I bow my long neck to you.", "Patience beats patience. Well done."),
        parting=gettext_noop_lines("One long step, and you stand before the next."),
    ),
    MoveDelay(0.6, 1.0, hesitation=0.9),
)

INDIGO = Character(
    gettext_noop("Indigo"),
    "kingfisher",
    Dialogue(
        opening=gettext_noop_lines("A flash of blue, and here I am.", "Three branches up, I see it all."),
        good_move=gettext_noop_lines("Down, splash, up again!", "Right between the ripples."),
        bad_move=gettext_noop_lines("You dived before me!", "That flashed. Was that you?"),
        win=gettext_noop_lines("What a dive we two made.", "You shine in any light."),
        loss=gettext_noop_lines("You are the jewel of this pond.", "Caught in mid-air. Bravo!"),
        parting=gettext_noop_lines("A flash, and you are gone. As it should be."),
    ),
    MoveDelay(0.6, 1.2),
)

BEA = Character(
    gettext_noop("Bea"),
    "bee",
    Dialogue(
        opening=gettext_noop_lines("Six legs, six in a row. Buzz!", "I counted every cell on my way here."),
        good_move=gettext_noop_lines("Sweet as clover.", "Bzzz, that fits the comb."),
        bad_move=gettext_noop_lines("You found the nectar first.", "Buzz me sideways, that was good."),
        win=gettext_noop_lines("Busy, busy, and happy!", "I'll dance you the way to the flowers."),
        loss=gettext_noop_lines("You get the golden drop.", "I'll tell the whole hive about you."),
        parting=gettext_noop_lines("Take the honey road. It leads upwards."),
    ),
    MoveDelay(0.3, 0.6),
)
