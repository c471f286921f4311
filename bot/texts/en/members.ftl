# What members read.

welcome =
    Hello! I find French associations for you.

    Write in your own words what you need: a subject, a wish, a worry, a name. Add a place if you like.

    For example:
welcome-admins = 🗝 You keep this directory: /add, /import, /history… The list is in /help.
example-1 = choir in Nevers
example-2 = learning French
example-3 = I can no longer pay my rent
example-4 = shared gardens

help =
    Simply write what you are looking for: “hiking on Sundays”, “help for carers”, “chess in Pau”, a name, an acronym or an RNA number.

    • The numbered buttons open an association’s card, with its whole purpose.
    • A place can be a town, a postcode, a département, a region: “theatre in 58”.
    • “near me” searches around the town saved with /place.
    • "Quotation marks" for an exact phrase, -word to leave it out.
    • You may correct your message: the answer follows.

    /themes browses the directory by theme, /suggest tells of an association that is missing, /language changes language, /privacy says what is kept.

    In a group: /search followed by your question, or reply to one of my messages. Anywhere else: @{ $bot } followed by your question.
help-admins = To keep the directory:
search-how = Write your question after the command, for example: /search choir in Nevers

nothing-found =
    I found nothing{ $place ->
        [none] {""}
       *[other] {" "}for this place ({ $place })
    }. Try other words, shorter or more general ones.

    Your question is noted for the people who keep the directory.
no-words = I see no word to search for. Write for example: “choir in Nevers”.
results-corrected = Results for “{ $words }”
results-place = 📍 { $place }
results-count =
    { $count ->
        [0] No association
        [one] One association
       *[other] { NUMBER($count) } associations
    }{ $place ->
        [none] {""}
       *[other] {" "}· { $place }
    }
results-more =
    More than { NUMBER($count) } associations{ $place ->
        [none] {""}
       *[other] {" "}· { $place }
    }
results-only-nearby = Nothing in the place itself; here is what is nearest.
choose-place = Several towns have this name. Which one?
untitled = Untitled
no-purpose = Purpose not stated

mark-dissolved = dissolved
mark-replaced = registered under another number
mark-nearby = nearby

card-founded =
    🗓 Founded on { $day } { month-name } { $year }
month-name = { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
}
card-rna = RNA no.
card-replaced-by = Now
association-gone = This association is no longer in the directory.

button-share = Share
button-edit = Edit
button-back = ‹ Results
button-back-list = ‹ List
button-useful = 👍 Useful
button-useless = 👎 Not useful
button-literal = Search “{ $words }”
button-suggestion = Try “{ $words }”
button-browse = Browse the themes
button-wider = Search everywhere
button-open = See the card

voted-useful = Thank you! Noted.
voted-useless = Noted, thank you. Perhaps try other words.

smalltalk-greeting = Hello! What are you looking for? Write it in your own words.
smalltalk-thanks = You are welcome! Anything else to look for?
smalltalk-goodbye = See you soon!
smalltalk-insult = I am doing my best. Tell me what you are looking for and I will try again.
smalltalk-identity = I am Waldeck, a robot that searches French associations by their declared purpose. My name comes from the law of 1901. What are you looking for?
smalltalk-yes_no = Tell me in a few words what you are looking for.

language-choose = In which language would you like my answers?
language-changed = All right, I will answer in English.

command-unknown = I do not know this command. See /help, or simply write what you are looking for.
document-members = I only read files from the people who keep the directory. Please write your question in words.
contact-members = Thank you, but I need no contacts and keep none. To tell of an association that is missing, send /suggest; to search, just write your question.
wordless = I only understand words: write what you are looking for, for example “choir in Nevers”.

inline-ask = Ask the bot
inline-nothing = Nothing found. Ask the bot
inline-hint = What are you looking for?

ask-location = To search near you, send your location with the button, or type the name of your town. Only the town is kept.
ask-location-group = To search near you, first give me your town in private with /place. Or name a place in your question.
button-location = 📍 Send my location
place-none =
    No town is saved for you.

    Type it (Nevers, or 58000), or send your location with the button. Only the town is kept; it serves for “near me”.
place-is =
    Your town: { $place }. It serves for “near me”.

    To change it, type the new one, or send me your location.
place-saved = Your town: { $place }. “near me” will search there.
place-forgotten = Your town is forgotten.
place-unknown = I know of no town “{ $words }” in the directory. Check the spelling, or give a postcode.
place-wide = “{ $place }” is too large to search “near me”: give a town or its postcode.
place-far = Your location is not close to any town I know. Please give your town instead: /place Nevers
place-label =
    { $kind ->
        [commune] { $name } ({ $numbers })
        [departement] { $name }, département
        [region] { $name }, region
       *[postcode] { $name }
    }
button-place-forget = Forget my town

themes-top =
    Themes · { $place ->
        [none] all of France
       *[other] { $place }
    }

    Choose a field. For a place: /themes followed by the place.
themes-place-unknown = I do not know this place: “{ $words }”. Try a town, a département or a region.
theme-count = { $label } ({ NUMBER($count) })
themes-all = The whole field ({ NUMBER($count) })
themes-empty = No association under this theme.
button-themes = ‹ Themes

privacy =
    What I keep:

    • Your questions, without knowing who asks, for { $days ->
        [one] one day
       *[other] { NUMBER($days) } days
    }: they make the buttons work and show what the directory lacks.
    • Your message itself, until it is answered.
    • Your 👍 👎 votes, under a fingerprint that does not tell your name.
    • Your language and your town, if you chose them.
    • What you suggest adding, until you have been answered.

    Nothing else: no name, no location, no phone number. The button erases your votes and choices, what you were in the middle of writing, and that it was you who suggested something.
button-erase = Erase my votes and choices
erased = Erased: your votes, your language, your town, and what you were in the middle of writing.
