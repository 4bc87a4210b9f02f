"""English function words: what a limit on repeated content words leaves alone.

Articles, pronouns, prepositions, conjunctions, auxiliaries, particles and the few adverbs that carry grammar, in lower
case with straight apostrophes. Contractions are there as a whole.
"""

_WORDS = """
a an the
this that these those such same other another each every either neither both all any some no none few many much
more
most less least several enough one ones
i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
herself
it its itself they them their theirs themselves someone somebody something anyone anybody anything everyone
everybody
everything nobody nothing who whom whose which what whoever whatever whichever
about above across after against along amid among around as at before behind below beneath beside besides
between beyond
by despite down during except for from in inside into like near of off on onto out outside over past per since
than
through throughout till to toward towards under underneath until unto up upon via with within without
and but or nor so yet if because although though unless while whereas whether once when whenever where wherever
why how
am is are was were be been being have has had having do does did done doing can could may might must shall
should will
would ought need cannot
not never only just also too very quite rather even still already almost again ever here there then now thus
hence
however therefore else instead perhaps maybe yes
i'm i've i'd i'll we're we've we'd we'll you're you've you'd you'll he's he'd he'll she's she'd she'll it's it'd
it'll
they're they've they'd they'll that's that'd that'll there's there'd there'll here's who's who'd who'll what's
what'd
what'll where's when's why's how's let's one's
isn't aren't wasn't weren't haven't hasn't hadn't don't doesn't didn't can't couldn't mayn't mightn't mustn't
shan't
shouldn't won't wouldn't oughtn't needn't ain't
"""

STOP_WORDS = frozenset(_WORDS.split())
