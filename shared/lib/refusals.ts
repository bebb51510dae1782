import { ERROR_CODES, type ErrorCode } from './error-codes.ts'
import type { SERVER_REFUSALS } from './server-refusals.ts'

/** Why a file is not a map: content and extension differ, unreadable KML, no boundary, or too large. */
export type MapFault = 'damaged' | 'not_kml' | 'no_boundary' | 'too_much'

/** What a person proves their identity with (`server/context/identity-check.ts`). */
export type IdentityMeans = 'password' | 'factor' | 'both'

const IDENTITY_WORDS: Record<IdentityMeans, string> = {
  password: 'your password',
  factor: 'your second factor',
  both: 'your password and your second factor',
}

/**
 * The refusals that screens ask for themselves, by kind and code, with their messages; `{at}` is a moment, every other
 * placeholder a text. Code compares codes, never messages. Each kind is also a code itself, with its default message.
 * Those that only the server makes are in `server-refusals.ts`, so that no page carries them.
 */
export const REFUSALS = {
  permission: {
    role_off: 'Your role {role} is switched off: {reason}. Please ask your administrator.',
    own_password_first: 'Please choose a password of your own first.',
    factor_first: 'Please set up your second factor first.',
    auditor_reads: 'Auditors see everything and change nothing.',
    fmb_demands: 'Only FMB administrators can set what a level demands.',
    fmb_imports: 'Only FMB administrators can import profiles.',
    fmb_offices: 'Only FMB administrators can rename and merge offices.',
    fmb_criteria: 'Only FMB administrators can change the criteria.',
    fmb_crosswalk: 'Only FMB administrators can change the crosswalk.',
    fmb_translations: 'Only FMB administrators can review translations.',
    super_freezes: 'Only FMB Super Administrators can freeze and publish summaries.',
    comment_of_another: 'Only its author or an FMB Super Administrator can settle a comment or ask again.',
    own_account: 'You cannot change your own account.',
    auditor_account: 'Only FMB administrators can change the account of an auditor.',
    superior_account: 'You cannot change an account of the same or a higher role than your own.',
    level_above: 'You cannot work at a higher access level than your own.',
    role_not_given: 'You cannot assign this role.',
    superior_role: 'You cannot change a role of a higher hierarchy than your own.',
    own_role: 'You cannot change your own role.',
    keys_not_held: 'You can only give a role permissions that you hold yourself.',
  },
  proof: {
    proof_needed: ({ means }: { means: IdentityMeans; count: number | null }) =>
      `Please confirm that it is you, with ${IDENTITY_WORDS[means]}.`,
  },
  state: {
    // second factors
    no_factor: 'This person has no second factor, so there is nothing to reset.',
    first_half_yours:
      'You have issued the first half already. Another administrator must issue the second half.',
    break_glass_account:
      'This is the break-glass account for emergencies. Only the operator changes it, at the server.',
    nothing_to_confirm: 'There is nothing to confirm. Please begin again.',
    sealed_without_factor:
      'The break-glass account has no second factor: it is used once, and then sealed again.',
    // users and roles
    inactive: 'This {word} is currently inactive. Please activate the account to make changes.',
    user_is_activated: 'This user is already activated.',
    user_is_deactivated: 'This user is already deactivated.',
    last_super:
      'The last activated FMB Super Administrator cannot be deactivated or given another access level or role.',
    role_is_activated: 'This role is already activated.',
    role_is_deactivated: 'This role is already deactivated.',
    super_stays_on: 'The Super Administrator role cannot be deactivated.',
    super_keeps_all: 'The Super Administrator role keeps its access level and every permission.',
    auditor_keeps: 'The Auditor role keeps its access level and its permissions.',
    level_in_use: 'The access level of a role with holders cannot be changed.',
    // offices
    same_office: 'Choose another office to merge with.',
    two_regions: 'Offices of two regions cannot be merged: their records belong to their region.',
    two_provinces: '{from} and {into} are the offices of two provinces, so they cannot be merged.',
    office_renamed: 'Another user has renamed this office to {now}. Your text is kept.',
    office_moved: 'Another user has changed the address of this office: {now}. Your text is kept.',
    // the review of records
    acted_on: 'This record has already been acted on. Please refresh.',
    not_waiting: 'This record is not waiting for {level}.',
    deactivated_by: '{record} was deactivated by {by} on {at}.',
    deactivated_record: '{record} is deactivated.',
    record_is_activated: 'This record is already activated.',
    approved_record: 'An approved record cannot be deactivated.',
    not_recallable: 'Only a submission that is still waiting for PENRO can be recalled.',
    open_first: 'Open it first: {warnings}.',
    point_moved_on:
      'This point was answered, settled or withdrawn since this page was opened. Please reload the page.',
    point_of_other_level: 'This point was sent by {level} and is for {level} to accept or withdraw.',
    nothing_ticked: 'None of the ticked records can be decided on together now.',
    no_comment: 'A comment is needed to return, or a point: one for all, or one each.',
    no_comment_for: '{codes} has no comment yet: write one for all, or its own.',
    comment_too_long: '{codes}: {sentence}',
    // profiles
    edit_only_returned: 'Site is only available to edit once RETURNED.',
    submit_only_returned: 'Only a returned profile can be submitted again.',
    withdraw_only_returned: 'Only a profile that was returned or recalled can be withdrawn.',
    approved_before: 'A profile that a level has approved before cannot be withdrawn.',
    // the land of a profile
    finding_with_profile: 'A finding is accepted with the approval of its profile, until that is approved.',
    finding_of_others: 'This finding is for another level or its office now. Please reload the page.',
    instrument_not_issued: 'This instrument is not issued yet, so there is nothing to confirm.',
    // activities
    edit_only_open: 'Site is only available to edit once RETURNED or Save as Draft.',
    ongoing_activity: 'This SITES profile already has an ongoing SITES activity.',
    profile_deactivated: 'The SITES profile of this activity is deactivated. Please activate it first.',
    switch_in_drafts: 'Add MOV can only be turned on or off while the activity is a draft.',
    switch_commented:
      'After a return, Add MOV can only be turned on or off for a principle that the return comments on.',
    saved_since:
      'Something was saved after the texts and figures were copied, so this can no longer be undone. Please change or clear what is not correct.',
    discard_only_drafts: 'Only a draft can be discarded.',
    submitted_before:
      'This SITES activity has been submitted before, so its history is kept. It can be deactivated instead.',
    files_moving: 'There is nothing to save until the next file has arrived.',
    marked_first: 'Correct what is marked first.',
    choose_first: 'A colleague saved some of these fields first. Choose which entries to keep.',
    nothing_attached: 'Attach at least one file, or say what happened, first.',
    all_saved: 'Everything is saved.',
    // criteria and summaries
    criteria_changed: 'The criteria were changed by another user. Please reload.',
    crosswalk_same: 'Nothing differs from the newest version, so there is nothing to save.',
    text_changed: 'This part was changed by another user. Reload to see it; your text stays here.',
    summary_changed: 'This summary was changed by another user. Please reload.',
    summary_frozen: 'This summary is frozen and cannot be changed.',
    freeze_first: 'Freeze this summary before it is published.',
    summary_published: 'This summary is already published.',
    summary_replaced: 'A newer summary of this year has replaced this one.',
    summary_not_current: 'The published summary of this year is another one now. Please reload.',
    summary_not_published: 'This summary is not published.',
    summary_unsaved: 'Save what you have written, or undo it, before you freeze the summary.',
    statements_full: 'A safeguard cites at most {most} statements. Remove another one first.',
    comment_not_open: 'This comment is answered already.',
    comment_settled: 'This comment is settled already.',
    comment_open: 'This comment is open already.',
    draft_unproved: 'A draft has no proof: freeze this summary first.',
    no_evidence_yet: 'The list of evidence is made when this summary is frozen.',
    // files
    file_checking: 'This file is still being checked for viruses. Please try again in a moment.',
    file_quarantined: 'This file did not pass the virus check and cannot be opened.',
    // the land
    version_not_read: 'This version is not read yet, so it cannot be imported.',
    version_not_draft: 'This version was imported or discarded already; it is not changed any more.',
    version_reading: 'The file of this draft is still being read. Please wait until it has been read.',
    layer_withdrawn: 'This layer was withdrawn; it is not changed any more.',
    layer_has_draft: 'This layer has a draft already. Please import or discard it first.',
    // imports
    import_not_ready: 'Only an import that has been checked, and not begun, can be started.',
    import_rows_fixed: 'Rows can be left out of an import only after its check and before its start.',
    import_ended: 'This import has ended already.',
    import_unchecked: 'The rows of this import have not been checked yet.',
    // the log
    no_days: 'Choose a start and an end date first.',
    no_rows_on_days: 'There is nothing to download on these days.',
    no_rows_found: 'Nothing that matches can be downloaded.',
  },
  invalid_input: {
    step_over:
      'This log in has taken too long, too many codes were wrong, or the account has been changed since. Please enter your password again.',
    bad_link: 'Invalid Email or Token.',
    upload_first: 'Please upload 1 or more MOV first.',
  },
  not_found: {
    no_such_file: 'This file was not found.',
  },
  unavailable: {
    password_not_sent:
      'We encountered an issue while sending the new password to the user registered email. Please try again later or contact support if the problem persists.',
  },
} as const satisfies Refusals

export type Sentence = string | ((params: never) => string)
export type Refusals = Partial<Record<ErrorCode, Record<string, Sentence>>>
type Codes<Table> = { [Why in keyof Table]: keyof Table[Why] }[keyof Table]
export type RefusalCode = ErrorCode | Codes<typeof REFUSALS> | Codes<typeof SERVER_REFUSALS>
type SentenceIn<Table, Code> = {
  [Why in keyof Table]: Code extends keyof Table[Why] ? Table[Why][Code] : never
}[keyof Table]
type SentenceOf<Code> = SentenceIn<typeof REFUSALS, Code> | SentenceIn<typeof SERVER_REFUSALS, Code>
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
/** The parameters of a code's message. */
export type ParamsOf<Code> =
  SentenceOf<Code> extends (params: infer Params) => string
    ? Params
    : Record<Names<SentenceOf<Code>>, string | number>
/** The codes whose messages have no parameters. */
export type PlainCode = {
  [Code in RefusalCode]: keyof ParamsOf<Code> extends never ? Code : never
}[RefusalCode]

/** A refusal before its message is formatted: its kind, its code and the parameters. */
export type Refusal = { why: ErrorCode; code: RefusalCode; params: object }

const tables: Refusals[] = [REFUSALS]
/** Adds the refusals that only the server makes (`server/lib/errors.ts`). */
export const addRefusals = (table: Refusals): void => void tables.push(table)

const isKind = (code: RefusalCode): code is ErrorCode => code in ERROR_CODES

/** The kind and the message of a code, with placeholders for its parameters. */
export function refusalOf(code: RefusalCode): { why: ErrorCode; said: Sentence } {
  if (isKind(code)) return { why: code, said: ERROR_CODES[code].message }
  for (const table of tables)
    for (const [why, of] of Object.entries<Partial<Record<string, Sentence>>>(table)) {
      const said = of[code]
      if (said !== undefined) return { why: why as ErrorCode, said }
    }
  throw new Error(`There is no refusal ${code}.`)
}
