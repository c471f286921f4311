# Menus, roles, limits: what every part of the conversation shares.

bot-description =
    I find the association you need, in your own words: a subject, a wish, a worry, a place.

    Write for example “choir in Nevers” or “I can no longer pay my rent”.
bot-short-description = Find a French association in your own words: a subject, a wish, a worry, a place.

command-search = Search for an association
command-themes = Browse by theme
command-place = Save my town
command-suggest = Suggest an association
command-language = Change language
command-privacy = What is kept, and erasing it
command-help = How it works
command-cancel = Drop what is under way
command-add = Add an association
command-edit = Edit an association
command-delete = Delete an association
command-undo = Undo my last change
command-history = Who changed what, and when
command-import = Import a file
command-export = Export the directory
command-stats = Statistics
command-synonyms = Words that mean the same
command-backup = Backup copy
command-admins = Admins

command-forwarded = A forwarded command is not carried out. If you mean it, copy it or type it yourself.
not-for-members = That is for the directory’s admins only. Searching is open to you: just write your question.
not-for-owners = That is for the bot’s owners only.
too-many = Easy! I only answer so many messages a minute. Please try again in a minute.
button-unknown = This button no longer works. Please ask your question again.
cancelled = Dropped. You can ask a question.
nothing-to-cancel = There is nothing to drop. You can ask a question.
