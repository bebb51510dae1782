import type { MapFault, Refusals } from './refusals.ts'

/** The refusals that only the server makes; screens read their messages from its replies. */
export const SERVER_REFUSALS = {
  permission: {
    identity_unknown:
      '{provider} knows you, but no account here is linked to it. Log in with your password and link it in your profile, or ask your administrator.',
    identity_listed:
      'No account here is linked to your account at {provider} yet. Your name is now on the list of the administrators: please ask yours to link it.',
    link_offered:
      'An administrator has offered to link your account at {provider} to your account here. Log in with your password now, within 10 minutes, to accept it. If you did not ask for it, please tell your administrator.',
  },
  state: {
    // second factors
    one_person: 'This takes a second person.',
    not_two_people:
      'This takes two people, and one of the two accounts has made, raised or reset the other within the last 7 days, or a third account both. From {at} they count as two. Until then ask another administrator, or the operator for the break-glass account.',
    code_just_issued:
      'Another reset code was issued for this person just now. Please reload the page before you issue one.',
    last_factor: 'Your level demands a second factor. Please add another one before you remove this one.',
    factor_before_codes:
      'Recovery codes belong to an authenticator app or a passkey. Please set up one of them first.',
    app_is_set: 'An authenticator app is set up already. Please remove it first.',
    passkeys_full: 'You have 10 passkeys. Please remove one before you add another.',
    passkey_is_added: 'This passkey is registered already.',
    demand_changed: 'Another administrator has changed this demand. Please reload the page.',
    // withdrawals of approvals
    not_approved: 'Only a final approval can be withdrawn, and this record has none.',
    withdrawal_proposed: '{by} has proposed to withdraw this approval. A second person confirms it.',
    no_withdrawal:
      'This proposal was confirmed or taken back since this page was opened. Please reload the page.',
    // users and roles
    identity_taken: 'This account at {provider} is linked to another account here, so nothing was changed.',
    account_linked: 'This account is already linked to {provider}. Remove that link first.',
    account_not_linked: 'This account is not linked to {provider}.',
    // the review of records
    recalled_before: '{by} has already recalled it, on {at}.',
    decided_before: '{approver}’s approver {action} it on {at}; it can no longer be recalled.',
    recalled_meanwhile: '{by} of {office} recalled it on {at}; it is no longer waiting for a decision.',
    answer_saved_before:
      'A colleague has saved another answer to this point. Both texts are shown: choose one.',
    too_many_points:
      'A record can have at most 200 points that are not settled. Please settle or leave out some of them.',
    templates_changed: 'A colleague has changed this list since you opened it. Please reload the page.',
    still_deciding:
      'Your earlier decision on several records is still being processed. Please wait until it has ended.',
    too_many_drafts:
      'You have {most} unfinished forms, so this one cannot be stored. Save or discard some of them first: your dashboard lists them under “Your unfinished forms”.',
    // the land
    instrument_confirmed: 'This instrument is confirmed already.',
    layer_changed: 'Another administrator has saved this layer since you opened it. Please reload the page.',
    finding_changed:
      'What was found on the land has changed since you opened the profile. Please look at it again.',
    findings_open:
      'Findings on the land are open: {names}. Please open the profile and accept them by name, or return it.',
    instrument_removed: '{by} removed this instrument on {at}: {reason}',
    too_many_instruments:
      'A profile can have at most {most} instruments. Please remove those that no longer count.',
    finding_full: 'A finding can have at most 100 entries. Please write a note instead.',
    request_answered: 'The answer to this request is recorded already. Please reload the page.',
    // activities
    switch_as_it_is: 'Add MOV is already turned {now}.',
    switched_off: 'Add MOV is turned off for this {place}.',
    // criteria and summaries
    summary_gap: '{sentence}',
    comments_open: 'Comments are open: {names}. Please look at them, and freeze again.',
    comment_unanswered:
      'Write an answer, or change the text first: this part is as it was when the comment was made.',
    too_many_comments: 'A summary can have at most {most} comments.',
    not_citable: 'This statement cannot be cited here any more. Please reload the list.',
    no_proposal: 'No change of this text is waiting any more. Please reload the page.',
    proposal_of_another: 'Only the person who proposed this text can take it back.',
    texts_same: 'Nothing differs from what is saved, so there is nothing to save.',
    // files
    map_attached:
      'This map is saved with a profile, so its answers stay. Please choose another file to change it.',
    nothing_to_answer: 'This file does not ask that.',
    answered_meanwhile:
      'A colleague has just given another answer for this map. Please reload the page and look at its boundary.',
    no_thumbnail: 'Only pictures have a thumbnail.',
    photo_kept_back:
      'The location and camera data of this picture cannot be removed, so it is not shown. Please ask its office for another copy.',
    too_many_uploads:
      'Too many of your uploads are still running. Please wait until some of them end, then try again.',
    too_much_unused:
      'You have uploaded too much in the last 24 hours that is not saved with a record yet. Please save the forms these files are for, then try again.',
    upload_incomplete: 'This file is not completely uploaded yet.',
    // the log
    verifying: 'A verification is already running.',
    untold_bytes: 'There is no proof for this file: no entry of the log states its fingerprint.',
    not_in_log: 'No checkpoint of the public log includes this yet. Please try again in a minute.',
  },
  conflict: {
    text_saved: 'Another administrator has saved this text since you opened it.',
    texts_changed: 'A text has changed since this page was opened. Please look at the texts again.',
    crosswalk_changed: 'The crosswalk was changed by another user. Please reload.',
    upload_elsewhere:
      'The upload was continued elsewhere. Ask how much has been received, then continue from there.',
    import_rows_changed: 'These rows have changed. Please look at the import again.',
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
    passkey_not_checked: 'This passkey could not be checked. Please begin again.',
    passkey_is_another: 'Another passkey has answered. Please test the new one.',
    passkey_of_shared_computer:
      'On a computer that is not your own, only a security key or a phone can be added as a passkey.',
    passkey_unknown: 'This passkey is not known here. Please log in with your password.',
    sign_in_over: 'This sign-in has ended or was used before. Please start again.',
    provider_names_nobody:
      '{provider} did not say who you are. Please log in with your password, and inform your administrator.',
    sign_in_declined: '{provider} did not sign you in. Please try again, or log in with your password.',
  },
  malformed: {
    upload_cut_off: 'The upload was cut off. Please upload the file again.',
    odd_header: '{sentence}',
    odd_body: 'This kind of request body is not accepted.',
    reader_gone: 'The reader of this export has gone away.',
  },
  not_found: {
    upload_gone: 'This upload was not found. Please upload the file again.',
    log_unpublished: 'Nothing of the public log has been published yet.',
    no_such_tile: 'The public log has no such tile.',
    no_stamp: 'There is no time stamp of this day.',
    no_such_address: 'This address does not exist.',
    no_such_page: 'Not found.',
    no_single_sign_on: 'Single sign-on is not set up here.',
    invalid_id: 'Invalid ID',
  },
  withdrawn: {
    summary_withdrawn: '{sentence}',
  },
  too_large: {
    file_too_large: '{sentence}',
    request_too_large: 'The request is too large.',
  },
  rate: {
    too_many_tries: 'Too many failed attempts. Please try again in {wait}.',
    codes_locked:
      'After {most} wrong codes no code is accepted any more: please ask the approver of your office or your administrator for a reset code.',
    too_many_notes: 'You have added {most} notes within an hour. Please send this one again in {wait}.',
    busy_with_files: 'The server is busy with other files. Please try again in a minute.',
  },
  unavailable: {
    factor_key_changed:
      'Codes cannot be checked: the server has another FACTOR_KEY than before. Please inform the help desk; a passkey or a reset code still works.',
    store_gone: 'Files cannot be stored or opened at the moment. Please try again in a few minutes.',
    provider_unreachable: '{provider} cannot be reached at the moment. You can log in with your password.',
    proof_not_now: 'The proof cannot be made at the moment. Please try again in a few minutes.',
    stopping: 'The server is being restarted, and this was not finished. Please try again in a moment.',
    database_gone:
      'The database cannot be reached at the moment, so nothing was read or saved. Please try again in a minute.',
    database_read_only:
      'The database accepts no changes at the moment, so nothing was saved. Please try again in a minute.',
    process_killed:
      'The system of the server ended this work, most likely because memory ran short. Please try again in a few minutes, with fewer files at once.',
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
} as const satisfies Refusals
