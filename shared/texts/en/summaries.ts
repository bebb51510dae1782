/** The pages around a summary of information; its own text stays as FMB wrote it. */
export const SUMMARIES = {
  'summaries.title': 'Summary of Information {year}',
  'summaries.withdrawn_title': 'Withdrawn summary',
  'summaries.description':
    'How the Cancun safeguards for REDD+ are addressed and respected, with every number in an annex',

  'summaries.intro':
    'How the Cancun safeguards for REDD+ are addressed by rules and institutions, and respected in what was done. Every number in it leads to its row in the annex.',
  'summaries.no_records': 'No records are cited here.',
  'summaries.one_unchanged': 'The one record cited here has not changed since.',
  'summaries.one_changed': 'The one record cited here has changed since.',
  'summaries.none_changed': 'None of the {records} records cited here has changed since.',
  'summaries.first_changed': '1 of the {records} records cited here has changed since.',
  'summaries.some_changed': '{changed} of the {records} records cited here have changed since.',
  'summaries.records_withdrawn': 'Approvals of records cited here were withdrawn: {records}.',
  'summaries.record_withdrawn': '{code} ({year}) on {day}',
  'summaries.citation_withdrawn': 'The approval of this record was withdrawn on {day}.',

  'summaries.files': 'This summary as files',
  'summaries.docx': 'Word document',
  'summaries.json': 'JSON',
  'summaries.csv': 'Numbers as CSV',
  'summaries.evidence': 'List of evidence as CSV',

  'summaries.frozen': 'Frozen',
  'summaries.manila': '{moment}, Manila time',
  'summaries.sha256': 'SHA-256',
  'summaries.proof': 'Proof',
  'summaries.how': 'How to check it without us',
  'summaries.how_what':
    'It shows that this summary was published with this SHA-256, which is that of its JSON file.',
  'summaries.how_read':
    'The second command says PROVED, and the SHA-256 in its last line is what the third one prints (on macOS: shasum -a 256). What that means, and what it does not, is explained in {page}.',

  'summaries.replaced': 'Replaced on {day} by {newer}.',
  'summaries.newer_of': 'a newer summary of {year}',
  'summaries.replaced_why':
    'The bureau keeps this one as it was frozen, so that what cites it can be checked.',
  'summaries.replaced_proof': 'Proof of the replacement',
  'summaries.earlier': 'Earlier summaries of {year}',
  'summaries.earlier_replaced': 'Frozen on {frozen}, replaced on {day}',
  'summaries.earlier_withdrawn': 'Frozen on {frozen}, withdrawn on {day}',

  'summaries.was_withdrawn': '{title} was withdrawn',
  'summaries.withdrawn': 'Withdrawn on {day}.',
  'summaries.withdrawn_reason': 'Withdrawn on {day}. Reason: {reason}',
  'summaries.see_newer': 'See the newer summary of {year}',
  'summaries.withdrawn_sha256': 'SHA-256 of the withdrawn JSON file',
  'summaries.withdrawn_proof': 'Proof of the withdrawal',
  'summaries.withdrawn_how':
    'The proof shows when the bureau withdrew it and why. {page} explains how to check it.',

  'summaries.none': 'This summary was not found',
  'summaries.none_why': 'It may not be published, or the address may be incomplete.',
} as const
