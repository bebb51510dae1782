/** How to verify our records: the public log. */
export const CHECKING = {
  'checking.checkpoint_title': 'The last checkpoint',
  'checking.formula_title': 'From a row to the checkpoint',
  'checking.witness_title': 'Run a witness in ten minutes',
  'checking.description':
    'How anyone can verify that the audit log behind the approved REDD+ sites was not changed',
  'checking.back': '← Verify our records',

  'checking.stopped': 'Publishing has been stopped since {moment}.',
  'checking.differs':
    'The system found that its log is not the one that it had published. It publishes nothing until the bureau has found the cause. Compare the log with a checkpoint that you kept.',
  'checking.waiting': 'Newer rows of the log are waiting to be published. The server may have a fault.',
  'checking.none_covered': 'No row is covered by a checkpoint.',
  'checking.some_covered':
    'The last checkpoint covers {count} entries. Rows written after it are not covered, and cannot be verified yet.',
  'checking.refused': 'The witness {name} has refused to sign since {moment}.',
  'checking.refused_means':
    'It says that this log is not the one it has signed before: the log was rewritten, or the witness is wrong. The bureau has been notified. Compare the log with a checkpoint that you kept.',
  'checking.accepted': 'This log was stopped, and an operator let it continue on {moment}.',
  'checking.accepted_means':
    'The system had found that it was not the log published before, as after a restore of an older copy. Compare it with a checkpoint that you kept from before that day.',
  'checking.one_altered': '1 record does not match the log at the moment.',
  'checking.many_altered': '{count} records do not match the log at the moment.',
  'checking.one_notified': 'It may have been altered. The bureau has been notified.',
  'checking.many_notified': 'They may have been altered. The bureau has been notified.',

  'checking.intro':
    'Every step of a record is written as a row in a log: who submitted, approved or returned it, and when. You do not have to trust us that this log stays unchanged. This page shows how you verify it yourself, and what cannot be verified.',
  'checking.what': 'What the log is',
  'checking.what_entry':
    'Each row is turned into 32 bytes that reveal nothing of it, its entry ({formula}). All entries together make one short signed text, the {checkpoint}.',
  'checking.formula_link': 'how, step by step',
  'checking.checkpoint_link': 'checkpoint',
  'checking.first_soon': 'The first one follows soon.',
  'checking.covers_one': 'The last one covers 1 entry.',
  'checking.covers_many': 'The last one covers {count} entries.',
  'checking.covers_one_all': 'The last one covers 1 entry, which are all rows but those of the last seconds.',
  'checking.covers_many_all':
    'The last one covers {count} entries, which are all rows but those of the last seconds.',
  'checking.what_changed': 'If a row is changed, removed or inserted, the log no longer matches it.',
  'checking.keep':
    'So the past is checked with something from the past. A checkpoint that you keep today protects every row until today: save it, print it, or mail it to a colleague. Keep a new one now and then, and do not throw the old ones away.',

  'checking.signers': 'Who has signed',
  'checking.signed_by': 'Signed by us and by {count} organisations besides us: {names}.',
  'checking.signed_by_us': 'Signed by us only.',
  'checking.no_other': 'No organisation besides us has signed a checkpoint in the last two days.',
  'checking.one_other':
    'One organisation besides us has signed a checkpoint in the last two days: {name}. We count others from two on, because one alone could work with us.',
  'checking.no_witness': 'No witness is set.',
  'checking.signed_nothing': '{name} has signed nothing yet.',
  'checking.signed_last': '{name} has signed the last checkpoint, {moment}.',
  'checking.signed_earlier': '{name} has signed an earlier checkpoint of {count} entries, {moment}.',
  'checking.own_domain': 'It runs under our own domain and does not count.',
  'checking.witness_key': 'Its key, which you should get from the witness and not from us: {key}',
  'checking.organisations':
    'An organisation is the domain in the name of a witness. Two witnesses under one domain count as one, and a witness under our domain counts as none. You can become one: {link}.',
  'checking.witness_link': 'run a witness in ten minutes',

  'checking.commands': 'Three commands',
  'checking.needs':
    'They need curl and Python 3.8 or newer, as on most computers with Linux or macOS, and two short programs of ours that you should read first: {first} and {second}.',
  'checking.fetch':
    'Download the checkpoint, the key, the programs. Keep checkpoint and key where we cannot change them.',
  'checking.fetch_approval':
    'Download the checkpoint, the key, the programs, and the proof of an approval. Keep checkpoint and key where we cannot change them.',
  'checking.no_approval':
    'The second command verifies the proof of an approval. It appears here once a site has been approved.',
  'checking.prove':
    'Verify that the log contains the approval of a site. PROVED means that the row is one of those that the checkpoint covers, and shows what it says; NOT PROVED means that it is not.',
  'checking.extends':
    'On any later day: verify that the log still begins with your checkpoint. EXTENDS means that nothing before it was changed, removed or inserted; DIFFERS means that something was. NOT REACHED says nothing about the log: something could not be read, so try again.',
  'checking.sha256':
    'The proof of a file or of a summary of information names a SHA-256. Your copy is the same if “sha256sum FILE” prints it.',
  'checking.mailed_line':
    'A line from one of our daily mails, saved as a file, can be used in place of the checkpoint. If you see DIFFERS or NOT SIGNED, tell as many people as you can, and keep your files: they are the evidence.',

  'checking.outside': 'Who else keeps checkpoints',
  'checking.no_outside':
    'No time stamp authority and no address for daily mails is set: keep a checkpoint yourself.',
  'checking.stamped_nothing': 'The time stamp authority at {url}, which has stamped nothing yet.',
  'checking.stamped':
    'The time stamp authority at {url}. Last stamped: the {checkpoint}, by {stamp}, which “openssl ts -verify” reads.',
  'checking.checkpoint_of': 'checkpoint of {day}',
  'checking.this_stamp': 'this stamp',
  'checking.one_reader': 'One reader receives the checkpoint of each day by mail.',
  'checking.readers': '{count} readers receive the checkpoint of each day by mail.',

  'checking.found': 'What is found, and by what',
  'checking.found_nightly':
    'What the public reads is compared with the log each night: grades, areas, dates, partner, place, figures and statements of approved records, certificates and published summaries; each evidence file every thirty days. A record that does not match is marked, and its certificate, its proofs and its summaries are withheld.',
  'checking.found_control':
    'If a person controls our whole database, removes every trace in it and makes the system sign everything again:',
  'checking.done': 'What is done',
  'checking.by_nothing': 'Found with nothing saved?',
  'checking.by_store': 'Found by our file store?',
  'checking.by_checkpoint': 'Found with a checkpoint you saved, or a mailed line?',
  'checking.by_witness': 'Found by a witness?',
  'checking.by_stamp': 'Found with a time stamp that was saved?',
  'checking.row_changed': 'A row of an earlier day is changed',
  'checking.days_removed': 'The last days are removed',
  'checking.rebuilt': 'The whole log is rebuilt without one row',
  'checking.inserted': 'A row is inserted ten days back',
  'checking.cut': 'The newest rows are cut off',
  'checking.key_replaced': 'The signing key is replaced',
  'checking.day_removed': 'A whole day is removed',
  'checking.no': 'No',
  'checking.yes': 'Yes',
  'checking.yes_key': 'Yes, with the key you saved',
  'checking.limit_store':
    'The file store finds it only as long as the same person does not write there as well.',
  'checking.limit_checkpoint':
    'A checkpoint finds it if it was saved after the changed rows were written and before they were changed. It does not prove when it was made; a witness and a time stamp do.',
  'checking.limit_witness':
    'A witness finds it when it is asked next, within a minute, and a page of the bureau says so. If the bureau stops asking it, checkpoints lack its signature.',
  'checking.limit_stamp':
    'A time stamp proves that a checkpoint existed on that day, also against a person who has our key. It finds nothing by itself: keep it with its checkpoint.',

  'checking.not_found': 'What cannot be found',
  'checking.not_truth':
    'Whether a row is true. The log proves when something was recorded, and that it was not changed since.',
  'checking.not_newest': 'A change to the newest rows, in the seconds before a checkpoint covers them.',
  'checking.not_both':
    'A change by a person who controls both the database and the file store, if no one outside has kept a checkpoint and no witness is asked.',
  'checking.not_two':
    'Two logs that the bureau shows to two readers, until they compare their checkpoints or ask a witness, who signs one of them only.',
  'checking.not_erased':
    'Names and comments of a row that were erased, as the law may demand. What happened, when, and the facts stay in the log and can be proved.',
  'checking.not_before': 'Anything before the first checkpoint of this log.',

  'checking.log_name': 'Name of the log',
  'checking.entries': 'Entries',
  'checking.published': 'Published',
  'checking.not_known': 'not known',
  'checking.root': 'Root',
  'checking.checkpoint_is':
    'A checkpoint is the signed sum of all rows of the log up to one moment. If one of them is changed, removed or inserted, the log no longer matches it.',
  'checking.text': 'The text',
  'checking.programs':
    'Programs read it at {checkpoint}. The key that has signed it is at {key}. Save both where we cannot change them: with them you can find out later whether the log was changed ({how}).',
  'checking.how_link': 'how',
  'checking.unpublished':
    'Nothing has been published yet. The first checkpoint appears here within a minute.',
} as const
