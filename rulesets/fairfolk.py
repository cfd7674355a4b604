"""The folk of the fair: who plays the levels of our rulesets. The same person may keep a stall at several of them.

What they say fits every game, so it names no stone and no rule. A line takes up to three rows of a speech bubble.
"""

from __future__ import annotations

from game.core.character import Character, Temper

PIP = Character(
    "Pip",
    "mouse",
    Temper(
        opening=("Hello! I am new here too.", "Oh good, somebody my size!", "I promise not to nibble the board."),
        good_move=("Squeak! Did I do that?", "Look, look! That one is good!"),
        bad_move=("Eek. You saw that first!", "My whiskers did not see that coming."),
        win=("I won? I really won!", "Beginner's luck. Mine, I mean."),
        loss=("You are good at this! Teach me?", "That was fun. I will try the next crumb."),
    ),
)

DUSTY = Character(
    "Dusty",
    "moth",
    Temper(
        opening=("Such lovely lanterns tonight…", "Is it my turn? I was looking at the lights."),
        good_move=("Ooh, that one glows.", "I flew straight for once."),
        bad_move=("Bright idea of yours!", "I got lost round a lantern there."),
        win=("Even a moth finds the way now and then.", "That was warm. Thank you."),
        loss=("You outshone me. Beautiful.", "Dazzled, and happy about it."),
    ),
)

BRAMBLE = Character(
    "Bramble",
    "hedgehog",
    Temper(
        opening=("Mind the prickles. Shall we?", "I was just dreaming of this."),
        good_move=("That is my kind of row.", "Hm-hm, cosy."),
        bad_move=("Oh! I had half forgotten yours.", "That one tickles."),
        win=("Well, I dreamt it just like that.", "Let us celebrate with an apple."),
        loss=("You may pat me now. Carefully.", "Lovely game. I roll up in awe."),
    ),
)

HAZEL = Character(
    "Hazel",
    "squirrel",
    Temper(
        opening=("I have weighed every nut. Ready!", "Quick, before the popcorn is gone!"),
        good_move=("One for the winter store!", "That crossing weighs a lot."),
        bad_move=("You found my hiding place!", "Nutty, and rather clever."),
        win=("My cheeks are full of joy.", "I will share the hazelnuts with you."),
        loss=("You cracked it. Well done!", "A fair game. You get the biggest nut."),
    ),
)

JUNO = Character(
    "Juno",
    "cat",
    Temper(
        opening=("Purr. Sit down, I was waiting.", "The warm place by the lamp is mine."),
        good_move=("A soft landing, I think.", "I had my paw on that one."),
        bad_move=("You move quietly. I like that.", "Fine, that one was yours."),
        win=("I land on my feet. Another?", "You made me stretch for that."),
        loss=("Beaten, and still purring.", "Come, scratch my chin. You earned it."),
    ),
)

DASH = Character(
    "Dash",
    "hare",
    Temper(
        opening=("Two leaps ahead, that is my way.", "On your marks…"),
        good_move=("Hop! And hop again.", "A good spring in that one."),
        bad_move=("You jumped further than I did.", "I should have looked three leaps ahead."),
        win=("Phew, photo finish!", "Thanks for the run!"),
        loss=("You left me standing. Bravo!", "Next time I tie my shoes first."),
    ),
)

RASCAL = Character(
    "Rascal",
    "raccoon",
    Temper(
        opening=("Do not mind the mask, I play fair.", "Two pockets, two plans."),
        good_move=("Two birds, one stone!", "Shiny! I keep that one."),
        bad_move=("Caught with my paw in the jar.", "You looked under my mask."),
        win=("I give back everything but the win.", "You nearly had me there."),
        loss=("You stole the show. Respect!", "Take my best marble. It is yours."),
    ),
)

TILDA = Character(
    "Tilda",
    "turtle",
    Temper(
        opening=("No hurry. The night is long.", "Slowly, slowly, one stone at a time."),
        good_move=("Steady does it.", "I looked twice at that one."),
        bad_move=("That came round the side. Clever!", "Let me pull in my head a moment."),
        win=("Slow, but I got here.", "A lovely long walk, that game."),
        loss=("You were quicker and wiser.", "I have seen many games. That was a fine one."),
    ),
)

BROCK = Character(
    "Brock",
    "badger",
    Temper(
        opening=("Kettle is on. Take your time.", "I save the best for the end, you know."),
        good_move=("Dug well, that.", "Patience pays its rent."),
        bad_move=("Hrm. Good digging of yours.", "I did not hear you coming."),
        win=("A good evening's work. Tea?", "You made me dig deep."),
        loss=("You outlasted an old badger. Splendid.", "Grumble. No, I mean it: well played!"),
    ),
)

BRUNO = Character(
    "Bruno",
    "bear",
    Temper(
        opening=("Here every evening. Good to see you!", "A game and a honey cake, please."),
        good_move=("Mmm, sweet.", "That one I know from last week."),
        bad_move=("Well, that woke me up.", "You keep me from my cake!"),
        win=("A bear hug for a brave game!", "I have sat here long. You will catch up."),
        loss=("The honey cake is on me.", "You learn fast, friend."),
    ),
)

VESPER = Character(
    "Vesper",
    "fox",
    Temper(
        opening=("Ah, a guest with clever eyes.", "Shall we see who outfoxes whom?"),
        good_move=("That thread runs through.", "One step, three reasons."),
        bad_move=("Now who is the fox here?", "You sniffed that out in time."),
        win=("A pleasure to be chased by you.", "You were on my trail to the end."),
        loss=("Outfoxed! I take off my hat.", "I must remember that trick of yours."),
    ),
)

FERGUS = Character(
    "Fergus",
    "frog",
    Temper(
        opening=("Ribbit! Jump in, it is warm.", "Good evening from my lily pad."),
        good_move=("A clean hop!", "Splash! Right where I wanted."),
        bad_move=("You leapt right over me.", "Gulp. That was good."),
        win=("I croak with joy. Again?", "What a lively pond tonight."),
        loss=("Hop, hop, hooray for you!", "I will practise on my lily pad."),
    ),
)

BISCUIT = Character(
    "Biscuit",
    "dog",
    Temper(
        opening=("A guest! A guest! Shall we play?", "I fetch the stones, you start."),
        good_move=("Good boy, Biscuit!", "I smelled that one early."),
        bad_move=("You threw that one far!", "My ears went up at that."),
        win=("Best game ever! Like all the others!", "I am off the leash tonight."),
        loss=("You win! Throw it again!", "My tail wags for you."),
    ),
)

MAGNUS = Character(
    "Magnus",
    "moose",
    Temper(
        opening=("Mind the antlers. A pleasure.", "I came down from the north for this."),
        good_move=("That stands like a spruce.", "One step through the snow."),
        bad_move=("A gust from your side. Impressive.", "Hm. My antlers caught on that."),
        win=("You stood firm. I respect that.", "The forest thanks you for the game."),
        loss=("You felled a tall one tonight.", "I bow, as far as antlers allow."),
    ),
)

CORVIN = Character(
    "Corvin",
    "raven",
    Temper(
        opening=("I remember every game. Let us add one.", "Good evening. I kept you a seat."),
        good_move=("I have seen this from above.", "A glint, and I took it."),
        bad_move=("Noted. That was finely done.", "I will think about that one at dawn."),
        win=("I shall tell this game to the others.", "You gave me much to remember."),
        loss=("Worth remembering. All of it.", "My best feather is yours."),
    ),
)

LUMI = Character(
    "Lumi",
    "lynx",
    Temper(
        opening=("Quiet, now. I can hear the stones.", "I see you well, even in the dark."),
        good_move=("One leap was enough.", "I waited for exactly that."),
        bad_move=("You left no tracks there.", "Keen eyes. Almost like mine."),
        win=("You walked well through the snow.", "That was close to the last step."),
        loss=("I did not see you coming. Nobody does that.", "The hunter bows."),
    ),
)

PRESTO = Character(
    "Presto",
    "rabbit",
    Temper(
        opening=("Nothing up my sleeves. I have none.", "Pick a seat, any seat!"),
        good_move=("Abracadabra!", "And out of the hat comes… this."),
        bad_move=("Where did you pull that from?", "You watched my other paw!"),
        win=("The trick is never to stop smiling.", "Applause for both of us!"),
        loss=("You are the real magician here.", "Ta-da! The winner is you."),
    ),
)

MINERVA = Character(
    "Minerva",
    "owl",
    Temper(
        opening=("I was expecting you. Sit, sit.", "The cards say: a good game."),
        good_move=("As the tea leaves told me.", "I dreamt of this crossing."),
        bad_move=("That was not in my cards!", "Whoo… you surprise even an owl."),
        win=("I foresee that you will come back stronger.", "A game worth staying up for."),
        loss=("The stars were with you, rightly.", "I shall ask you for advice one day."),
    ),
)

STELLA = Character(
    "Stella",
    "astronomer",
    Temper(
        opening=("The sky is clear. So is the board.", "I count stars. Tonight I count stones."),
        good_move=("The orbits meet right here.", "Calculated, and a little bit wished for."),
        bad_move=("A comet! I had not charted that.", "Fascinating. Let me note it down."),
        win=("You shone for a very long time.", "Look up: that game had a tail of light."),
        loss=("I name a star after you tonight.", "A discovery! And it is you."),
    ),
)

COBALT = Character(
    "Cobalt",
    "robot",
    Temper(
        opening=("Gears oiled. Lamp lit. Ready.", "Hello. I like this part best."),
        good_move=("All my cogs agree.", "Whirr. That adds up."),
        bad_move=("Recounting… you are right.", "My springs did not expect that."),
        win=("Thank you. You made me think deeply.", "Result: a good time for both."),
        loss=("Result: you are remarkable.", "I keep this game in my best drawer."),
    ),
)

PUDDLE = Character(
    "Puddle",
    "cygnet",
    Temper(
        opening=("Paddle, paddle. Oh, hello!", "I am still all fluff. Be gentle?"),
        good_move=("Did you see? Did you see?", "Splish! I like it here."),
        bad_move=("Oh, so that is how it goes.", "Water in my ear. Nice one, though!"),
        win=("Wait till I tell the others!", "One day I will be a swan, you know."),
        loss=("You swim so well!", "Again, again! I nearly had it."),
    ),
)

MORTIMER = Character(
    "Mortimer",
    "mole",
    Temper(
        opening=("Is somebody there? Splendid!", "I know the board by touch."),
        good_move=("I felt a good one there.", "My nose led me right."),
        bad_move=("Dear me, I overlooked that.", "Ah! Let me wipe my glasses."),
        win=("I won? Do read it out to me.", "What a bright evening, they tell me."),
        loss=("Even I can see that you are good.", "You opened my eyes. Both of them."),
    ),
)

OLLIE = Character(
    "Ollie",
    "otter",
    Temper(
        opening=("Come on in! I brought my best pebble.", "Let us float and play."),
        good_move=("Whee! Did you see it slide?", "Straight into my pocket."),
        bad_move=("You skipped that stone well!", "Ha! I was on my back just then."),
        win=("That was a splash! Once more?", "I will juggle in your honour."),
        loss=("Here, hold my favourite pebble.", "You play like the river. Lovely."),
    ),
)

ODETTE = Character(
    "Odette",
    "swan",
    Temper(
        opening=("Good evening. Shall we glide?", "The water is like glass tonight."),
        good_move=("Gracefully, I hope.", "Hardly a ripple."),
        bad_move=("You ruffled a feather there. Bravo.", "That was elegant of you."),
        win=("A dance, and you kept the step.", "You were a noble partner."),
        loss=("I curtsy. That was beautiful.", "You have grown wings this evening."),
    ),
)

FINN = Character(
    "Finn",
    "pike",
    Temper(
        opening=("Blub. I do not bite.", "I was just drifting by."),
        good_move=("Snap! Got it.", "Quick as a ripple."),
        bad_move=("You slipped through my fins.", "Blub! Well thrown."),
        win=("That was a good current.", "You are a fine catch as a friend."),
        loss=("Hooked! You win.", "I tip my fin to you."),
    ),
)

BIRK = Character(
    "Birk",
    "beaver",
    Temper(
        opening=("All aboard! Mind the oars.", "Captain Birk, at your service."),
        good_move=("That holds water. I built it.", "Steady as she goes."),
        bad_move=("A leak! You found it at once.", "Man the pumps! Good move."),
        win=("Safe in harbour. You rowed well!", "A game as solid as a dam."),
        loss=("You steered better. My cap is yours.", "Down with colours flying. Hurrah for you!"),
    ),
)

HECTOR = Character(
    "Hector",
    "heron",
    Temper(
        opening=("I stand here often. Join me.", "Silence first. Then stones."),
        good_move=("One leg, one thought, one stone.", "The moment came."),
        bad_move=("You waited longer than I did.", "I blinked. You did not."),
        win=("You stood well beside me.", "Still water, deep game."),
        loss=("I bend my neck to you.", "Patience beats patience. Well done."),
    ),
)

INDIGO = Character(
    "Indigo",
    "kingfisher",
    Temper(
        opening=("A flash of blue, and here I am.", "Three branches up, I see it all."),
        good_move=("Down, splash, up again!", "Right between the ripples."),
        bad_move=("You dived before me!", "That flashed. Was that you?"),
        win=("What a dive we two made.", "You shine in good light."),
        loss=("You are the jewel of this pond.", "Caught in mid-air. Bravo!"),
    ),
)

BEA = Character(
    "Bea",
    "bee",
    Temper(
        opening=("Six legs, six in a row. Buzz!", "I counted every cell on my way here."),
        good_move=("Sweet as clover.", "Bzzz, that fits the comb."),
        bad_move=("You found the nectar first.", "Buzz me sideways, that was good."),
        win=("Busy, busy, and happy!", "I dance the way to the flowers for you."),
        loss=("You get the golden drop.", "I tell the whole hive about you."),
    ),
)
