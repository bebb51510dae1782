import { ERROR_CODES, type ErrorCode } from './error-codes.ts'

/** Why a file is not a map: content and extension differ, unreadable KML, no boundary, or too large. */
export type MapFault = 'damaged' | 'not_kml' | 'no_boundary' | 'too_much'

/** What a person proves their identity with (`server/context/proof.ts`). */
export type ProofMeans = 'password' | 'factor' | 'both'

const PROOF_WORDS: Record<ProofMeans, string> = {
  password: 'your password',
  factor: 'your second factor',
  both: 'your password and your second factor',
}

/**
 * Every refusal by kind and code, with its message; `{at}` is a moment, every other placeholder a text. Code compares
 * codes, never messages. Each kind is also a code itself, with its default message.
 */
const REFUSALS = {
  permission: {
    role_off: 'Your role {role} is switched off: {reason}. Please ask your administrator.',
    own_password_first: 'Please choose a password of your own first.',
    factor_first: 'Please set up your second factor first.',
    fmb_demands: 'Only FMB administrators can set what a level demands.',
    fmb_imports: 'Only FMB administrators can import profiles.',
    fmb_offices: 'Only FMB administrators can rename and merge offices.',
    fmb_criteria: 'Only FMB administrators can change the criteria.',
    fmb_crosswalk: 'Only FMB administrators can change the crosswalk.',
    super_freezes: 'Only FMB Super Administrators can freeze and publish summaries.',
    own_account: 'You cannot change your own account.',
    superior_account: 'You cannot change an account of the same or a higher role than your own.',
    level_above: 'You cannot work at a higher access level than your own.',
    role_not_given: 'You cannot assign this role.',
    superior_role: 'You cannot change a role of a higher hierarchy than your own.',
    own_role: 'You cannot change your own role.',
    keys_not_held: 'You can only give a role permissions that you hold yourself.',
    identity_unknown:
      '{provider} knows you, but no account here is linked to it. Log in with your password and link it in your profile, or ask your administrator.',
    identity_listed:
      'No account here is linked to your account at {provider} yet. Your name is now on the list of the administrators: please ask yours to link it.',
  },
  proof: {
    proof_needed: ({ means }: { means: ProofMeans; count: number | null }) =>
      `Please confirm that it is you, with ${PROOF_WORDS[means]}.`,
  },
  state: {
    // second factors
    no_factor: 'This person has no second factor, so there is nothing to reset.',
    first_half_yours:
      'You have issued the first half already. Another administrator must issue the second half.',
    code_just_issued:
      'Another reset code was issued for this person just now. Please reload the page before you issue one.',
    break_glass_account:
      'This is the break-glass account for emergencies. Only the operator changes it, at the server.',
    last_factor: 'Your level demands a second factor. Please add another one before you remove this one.',
    factor_before_codes:
      'Recovery codes belong to an authenticator app or a passkey. Please set up one of them first.',
    app_is_set: 'An authenticator app is set up already. Please remove it first.',
    nothing_to_confirm: 'There is nothing to confirm. Please begin again.',
    sealed_without_factor:
      'The break-glass account has no second factor: it is used once, and then sealed again.',
    passkeys_full: 'You have 10 passkeys. Please remove one before you add another.',
    passkey_is_added: 'This passkey is registered already.',
    demand_changed: 'Another administrator has changed this demand. Please reload the page.',
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
    identity_taken: 'This account at {provider} is linked to another account here, so nothing was changed.',
    account_linked: 'This account is already linked to {provider}. Remove that link first.',
    account_not_linked: 'This account is not linked to {provider}.',
    level_in_use: 'The access level of a role with holders cannot be changed.',
    // offices
    same_office: 'Choose another office to merge with.',
    two_regions: 'Offices of two regions cannot be merged: their records belong to their region.',
    two_provinces: '{from} and {into} are the offices of two provinces, so they cannot be merged.',
    office_renamed: 'Another user has renamed this office to {now}. Your text is kept.',
    // the review of records
    acted_on: 'This record has already been acted on. Please refresh.',
    not_waiting: 'This record is not waiting for {level}.',
    deactivated_by: '{record} was deactivated by {by} on {at}.',
    deactivated_record: '{record} is deactivated.',
    record_is_activated: 'This record is already activated.',
    approved_record: 'An approved record cannot be deactivated.',
    not_recallable: 'Only a submission that is still waiting for PENRO can be recalled.',
    recalled_before: '{by} has already recalled it, on {at}.',
    decided_before: '{approver}’s approver {action} it on {at}; it can no longer be recalled.',
    recalled_meanwhile: '{by} of {office} recalled it on {at}; it is no longer waiting for a decision.',
    open_first: 'Open it first: {warnings}.',
    still_deciding:
      'Your earlier decision on several records is still being processed. Please wait until it has ended.',
    nothing_ticked: 'None of the ticked records can be decided on together now.',
    no_comment: 'A comment is needed to return: one for all, or one each.',
    no_comment_for: '{codes} has no comment yet: write one for all, or its own.',
    comment_too_long: '{codes}: {sentence}',
    // profiles
    edit_only_returned: 'Site is only available to edit once RETURNED.',
    submit_only_returned: 'Only a returned profile can be submitted again.',
    withdraw_only_returned: 'Only a profile that was returned or recalled can be withdrawn.',
    approved_before: 'A profile that a level has approved before cannot be withdrawn.',
    // activities
    edit_only_open: 'Site is only available to edit once RETURNED or Save as Draft.',
    ongoing_activity: 'This SITES profile already has an ongoing SITES activity.',
    profile_deactivated: 'The SITES profile of this activity is deactivated. Please activate it first.',
    switch_in_drafts: 'Add MOV can only be turned on or off while the activity is a draft.',
    switch_commented:
      'After a return, Add MOV can only be turned on or off for a principle that the return comments on.',
    switch_as_it_is: 'Add MOV is already turned {now}.',
    switched_off: 'Add MOV is turned off for this {place}.',
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
    summary_not_published: 'This summary is not published.',
    summary_gap: '{sentence}',
    summary_unsaved: 'Save what you have written, or undo it, before you freeze the summary.',
    statements_full: 'A safeguard cites at most {most} statements. Remove another one first.',
    not_citable: 'This statement cannot be cited here any more. Please reload the list.',
    draft_unproved: 'A draft has no proof: freeze this summary first.',
    no_evidence_yet: 'The list of evidence is made when this summary is frozen.',
    // files
    file_checking: 'This file is still being checked for viruses. Please try again in a moment.',
    file_quarantined: 'This file did not pass the virus check and cannot be opened.',
    no_thumbnail: 'Only pictures have a thumbnail.',
    photo_kept_back:
      'The location and camera data of this picture cannot be removed, so it is not shown. Please ask its office for another copy.',
    too_many_uploads:
      'Too many of your uploads are still running. Please wait until some of them end, then try again.',
    too_much_unused:
      'You have uploaded too much in the last 24 hours that is not saved with a record yet. Please save the forms these files are for, then try again.',
    upload_incomplete: 'This file is not completely uploaded yet.',
    // imports
    import_not_ready: 'Only an import that has been checked, and not begun, can be started.',
    import_ended: 'This import has ended already.',
    import_unchecked: 'The rows of this import have not been checked yet.',
    // the log
    no_days: 'Choose a start and an end date first.',
    no_rows_on_days: 'There is nothing to download on these days.',
    no_rows_found: 'Your search found nothing to download.',
    verifying: 'A verification is already running.',
    untold_bytes:
      'There is no proof for this file: it was made before the log recorded file fingerprints, or its log entry was erased.',
    not_in_log: 'No checkpoint of the public log includes this yet. Please try again in a minute.',
  },
  conflict: {
    crosswalk_changed: 'The crosswalk was changed by another user. Please reload.',
    upload_elsewhere:
      'The upload was continued elsewhere. Ask how much has been received, then continue from there.',
    import_count: 'Now {rows} can be imported. Please look at the import again.',
  },
  repeated: {
    sent_before:
      'This form was sent before and is saved{as}, by {by} on {at}. Later changes to it{what} are not saved. Please open the record to see what is saved.',
  },
  not_signed_in: {
    ended_elsewhere: 'Your account was logged in on another device. Please log in to continue.',
    ended_administrator: 'An administrator has changed your account. Please log in to continue.',
    ended_deactivated: 'Your account has been deactivated. Please contact your administrator.',
    ended_password: 'The password of your account was changed. Please log in with the new one.',
    ended_expired:
      'Your session has ended: it lasts 60 minutes without activity and 12 hours in all. Please log in to continue.',
  },
  invalid_input: {
    step_over:
      'This log in has taken too long, or too many codes were wrong. Please enter your password again.',
    passkey_not_checked: 'This passkey could not be checked. Please begin again.',
    passkey_is_another: 'Another passkey has answered. Please test the new one.',
    passkey_of_shared_computer:
      'On a computer that is not your own, only a security key or a phone can be added as a passkey.',
    passkey_unknown: 'This passkey is not known here. Please log in with your password.',
    bad_link: 'Invalid Email or Token.',
    sign_in_over: 'This sign-in has ended or was used before. Please start again.',
    sign_in_declined: '{provider} did not sign you in. Please try again, or log in with your password.',
    upload_first: 'Please upload 1 or more MOV first.',
  },
  malformed: {
    upload_cut_off: 'The upload was cut off. Please upload the file again.',
    odd_header: '{sentence}',
    odd_body: 'This kind of request body is not accepted.',
    reader_gone: 'The reader of this export has gone away.',
  },
  not_found: {
    no_such_file: 'This file was not found.',
    upload_gone: 'This upload was not found. Please upload the file again.',
    log_unpublished: 'Nothing of the public log has been published yet.',
    no_such_tile: 'The public log has no such tile.',
    no_stamp: 'There is no time stamp of this day.',
    no_such_address: 'This address does not exist.',
    no_such_page: 'Not found.',
    no_single_sign_on: 'Single sign-on is not set up here.',
    invalid_id: 'Invalid ID',
  },
  withdrawn: { summary_withdrawn: '{sentence}' },
  too_large: {
    file_too_large: '{sentence}',
    request_too_large: 'The request is too large.',
  },
  rate: {
    too_many_tries: 'Too many failed attempts. Please try again in {wait}.',
    busy_with_files: 'The server is busy with other files. Please try again in a minute.',
  },
  unavailable: {
    factor_key_changed:
      'Codes cannot be checked: the server has another FACTOR_KEY than before. Please inform the help desk; a passkey or a reset code still works.',
    password_not_sent:
      'We encountered an issue while sending the new password to the user registered email. Please try again later or contact support if the problem persists.',
    store_gone: 'Files cannot be stored or opened at the moment. Please try again in a few minutes.',
    provider_unreachable: '{provider} cannot be reached at the moment. You can log in with your password.',
    proof_not_now: 'The proof cannot be made at the moment. Please try again in a few minutes.',
    stopping: 'The server is being restarted, and this was not finished. Please try again in a moment.',
    database_gone:
      'The database cannot be reached at the moment, so nothing was read or saved. Please try again in a minute.',
    database_busy: 'The database is busy, so nothing was saved. Please try again in a minute.',
  },
  /** inside the server only; callers never see these codes */
  internal: {
    foreseen: '{sentence}',
    no_answer_outside: '{sentence}',
    no_import: '{sentence}',
    no_map: ({ reason }: { kind: MapFault; reason: string }) => reason,
    no_archive: 'The archive is not read: {fault}.',
    exhausted: '{sentence}',
    pdf_too_much: 'The PDF takes too much to read.',
    worker_failed: 'A worker could not start.',
    dealt_with: 'Another process has handled it.',
    imported_before: ({ code }: { id: number; code: string }) =>
      `This row was imported before, as ${code}. It is not imported again.`,
  },
} as const satisfies Partial<Record<ErrorCode, Record<string, Sentence>>>

type Sentence = string | ((params: never) => string)
type Refusals = typeof REFUSALS
type Kind = keyof Refusals
export type RefusalCode = ErrorCode | { [Why in Kind]: keyof Refusals[Why] }[Kind]
type SentenceOf<Code> = {
  [Why in Kind]: Code extends keyof Refusals[Why] ? Refusals[Why][Code] : never
}[Kind]
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

const isKind = (code: RefusalCode): code is ErrorCode => code in ERROR_CODES

/** The kind and the message of a code, with placeholders for its parameters. */
export function refusalOf(code: RefusalCode): { why: ErrorCode; said: Sentence } {
  if (isKind(code)) return { why: code, said: ERROR_CODES[code].message }
  for (const [why, of] of Object.entries<Partial<Record<string, Sentence>>>(REFUSALS)) {
    const said = of[code]
    if (said !== undefined) return { why: why as ErrorCode, said }
  }
  throw new Error(`There is no refusal ${code}.`)
}
