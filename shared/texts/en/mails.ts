/** Mails to the staff. A key ends in `_subject` where it is the subject of a mail, in `_one` where it is about one thing. */
export const MAILS = {
  'mails.hello': 'Hello {name},',
  'mails.unofficial': 'This is an unofficial translation.',
  'mails.level_penro': 'PENRO',
  'mails.level_region': 'Region',
  'mails.level_fmb': 'FMB',
  'mails.less_than_a_day': 'less than a day',
  'mails.days_one': '1 day',
  'mails.days': '{count} days',

  // passwords
  'mails.set_password_subject': 'Set your password',
  'mails.set_password':
    'You have an account in the REDD+ Safeguards Information System of the {bureau}. Set your password within {hours} hours here:',
  'mails.link_once': 'The link works once.',
  'mails.reset_password_subject': 'Reset your password',
  'mails.reset_password':
    'A request, most likely yours, was made to reset the password of this account. Set a new one within {minutes} minutes here:',
  'mails.reset_password_ignore':
    'The link works once. If you did not ask for it, you can ignore this mail; your password stays as it is.',
  'mails.new_password_subject': 'Your new password',
  'mails.new_password': 'An administrator has reset the password of your account. Your new password is:',
  'mails.new_password_use':
    'It works once, until {until}. Please log in at {address} and choose a password of your own.',
  'mails.password_changed_subject': 'Your password was changed',
  'mails.password_changed':
    'The password of your account in the REDD+ Safeguards Information System of the {bureau} was changed on {at}.',
  'mails.password_not_you':
    'If you did not change it, please set a new one at once and tell your administrator:',

  // attempts to guess a password or a code
  'mails.guessed_subject': 'Failed logins to your account',
  'mails.guessed':
    'At least {count} attempts to log in to your account failed within an hour. Your password was not changed.',
  'mails.guessed_slower':
    'For the next hour, logging in from a new network takes up to 30 seconds longer. From the usual networks nothing changes.',
  'mails.guessed_change':
    'If these attempts were not yours, please choose a new password that you use nowhere else, and tell your administrator:',
  'mails.once_a_day': 'You receive this mail at most once a day.',
  'mails.guessed_account_subject': 'Failed logins: {person}',
  'mails.guessed_account':
    'At least {count} attempts to log in to the account of {person} ({email}) failed within an hour.',
  'mails.guessed_account_ask':
    'Please ask {person} whether these attempts were their own. The log lists them as "Login Failed". If another person is guessing, you can send a new password from the user\'s profile:',
  'mails.once_a_day_each': 'You receive this mail at most once a day for each account.',
  'mails.codes_subject': 'Wrong codes for your account: change your password',
  'mails.codes':
    'At least {count} wrong codes were entered for your account within an hour. Codes are asked for after the right password, so if these were not your own, another person knows your password. Your second factor has kept them out until now.',
  'mails.codes_slower': 'For up to an hour, codes are accepted from the usual networks only.',
  'mails.codes_locked':
    '{count} wrong codes were entered for your account since the last right one, so no code is accepted any more: please ask the approver of your office or your administrator for a reset code. Codes are asked for after the right password, so if these were not your own, another person knows your password.',
  'mails.codes_change':
    'If it was not you, please change your password at once, use the new one nowhere else, and tell your administrator:',
  'mails.codes_account_subject': 'Wrong codes: {person}',
  'mails.codes_account':
    "At least {count} wrong codes were entered for the account of {person} ({email}) within an hour. Codes are asked for after the right password, so if these were not {person}'s own, another person knows the password.",
  'mails.codes_account_locked':
    "{count} wrong codes were entered for the account of {person} ({email}) since the last right one, so {person} needs a reset code before the next log in. Codes are asked for after the right password, so if these were not {person}'s own, another person knows the password.",
  'mails.codes_account_ask':
    "Please ask {person}. If another person is guessing, the password must be changed; you can send a new one from the user's profile:",
  'mails.codes_account_log': 'The log lists the attempts as "Second Step Failed".',

  // the second factor
  'mails.factor_app': 'authenticator app',
  'mails.factor_passkey': 'passkey',
  'mails.factor_sheet': 'code sheet',
  'mails.factor_added_subject': 'A second factor was added to your account',
  'mails.factor_added':
    'On {at} this second factor was added to your account in the REDD+ Safeguards Information System of the {bureau}: {factor}. It is asked for when you log in.',
  'mails.factor_removed_subject': 'A second factor was removed from your account',
  'mails.factor_removed':
    'On {at} this second factor was removed from your account in the REDD+ Safeguards Information System of the {bureau}: {factor}. On your own computers you will be asked for the second step again.',
  'mails.codes_made_subject': 'New codes were made for your account',
  'mails.codes_made':
    'On {at} a sheet of {count} new codes was made for your account in the REDD+ Safeguards Information System of the {bureau}. The codes of an older sheet no longer work.',
  'mails.few_codes_subject': 'Your code sheet has {count} codes left',
  'mails.few_codes':
    'The code sheet of your account in the REDD+ Safeguards Information System of the {bureau} has {count} codes left. Please make a new one before they are used up, because without a code you cannot log in:',
  'mails.new_device_subject': 'A login from a new device',
  'mails.new_device':
    'On {at} your account in the REDD+ Safeguards Information System of the {bureau} was used on a device and from a network that are new for it:',
  'mails.new_device_device': 'Device: {device}',
  'mails.new_device_network': 'Network: {network}',
  'mails.new_device_you': 'If this was you, there is nothing to do.',
  'mails.not_you': 'If this was not you, please set a new password at once and tell your administrator:',
  'mails.demand_subject': 'A second factor is needed from {day}',
  'mails.demand':
    'From {day} you need a second factor to log in, besides your password: an app on your phone, a passkey, or a sheet of codes on paper. Setting one up takes five minutes:',
  'mails.demand_without': 'Without one you can still log in from that day, but only to set one up.',

  // reset codes
  'mails.reset_code_whole': 'a reset code',
  'mails.reset_code_first': 'the first half of a reset code',
  'mails.reset_code_second': 'the second half of a reset code',
  'mails.reset_code_subject': 'A reset code was issued for your account',
  'mails.reset_code':
    '{issuer} ({role}, {email}) has issued {what} for your account, so that you can log in without your second factor.',
  'mails.reset_code_half':
    'It ends nothing and cannot be used until another administrator of FMB has issued the second half.',
  'mails.reset_code_logged_out': 'You were logged out, and no computer is remembered as your own any more.',
  'mails.reset_code_until': 'It works once, until {until}.',
  'mails.reset_code_use':
    'Log in with your password, enter the code, and set up a new second factor at once:',
  'mails.reset_code_in_person':
    'A reset code is read out in person. It is never mailed, and no one from the bureau asks for it by phone, chat or mail.',
  'mails.reset_code_not_asked':
    'If you did not ask for it, tell {issuer} or another administrator now, and change your password:',
  'mails.reset_code_for_subject': 'Reset code for {person}',
  'mails.reset_code_for': '{issuer} ({role}, {email}) has issued {what} for {person} ({person_email}).',
  'mails.reset_code_for_logged_out': '{name} was logged out everywhere.',
  'mails.reset_codes_listed': 'All reset codes are listed here:',
  'mails.reset_code_used_subject': 'A reset code was used for your account',
  'mails.reset_code_used':
    'The reset code of your account was used on {at} from the network {network}. The second factor that you had is removed, and a new one must be set up before anything else.',
  'mails.reset_code_used_not_you': 'If it was not you, tell your administrator at once.',
  'mails.reset_code_used_by_subject': 'Reset code used: {person}',
  'mails.reset_code_used_by':
    'The reset code of {person} ({person_email}) was used on {at} from the network {network}. The second factor is removed, and {name} must set up a new one before anything else.',
  'mails.reset_list_subject_one': '1 reset code in the past week',
  'mails.reset_list_subject': '{count} reset codes in the past week',
  'mails.reset_list':
    'these reset codes for lost second factors were issued in the past week. If one of them surprises you, ask who issued it:',
  'mails.reset_list_line': '{person}, {office}: issued by {issuers}, {at}; {end}',
  'mails.reset_list_used': 'used, {at}',
  'mails.reset_list_replaced': 'replaced by a newer code, {at}',
  'mails.reset_list_expired': 'not used, {at}',
  'mails.reset_list_not_needed': 'not used: the person found the second factor, {at}',
  'mails.reset_list_open': 'not used yet',
  'mails.reset_list_more_one': 'And 1 more reset code.',
  'mails.reset_list_more': 'And {count} more reset codes.',
  'mails.reset_list_all': 'All of them are listed here:',

  // single sign-on
  'mails.offered_subject': 'A link to {provider} was offered for your account',
  'mails.offered':
    '{person} offered on {at} to link your account in the REDD+ Safeguards Information System of the {bureau} to {identity} at {provider}.',
  'mails.offered_accept':
    'You accept it by logging in with {provider} and then entering your password, with your second factor if you have one. Until then nothing changes.',
  'mails.offered_for_subject': 'A link to {provider} was offered for {owner}',
  'mails.offered_for':
    '{person} offered on {at} to link the account of {owner} ({owner_email}) to {identity} at {provider}. If you did not expect this, ask {person}.',
  'mails.linked_subject': 'Your account was linked to {provider}',
  'mails.linked':
    'Your account in the REDD+ Safeguards Information System of the {bureau} was linked to {identity} at {provider} on {at}.',
  'mails.linked_login': 'From now on you can log in with {provider} as well.',
  'mails.linked_unknown': 'If you do not know this name, please tell your administrator at once.',
  'mails.unlinked_subject': 'Your account is no longer linked to {provider}',
  'mails.unlinked':
    'The link between your account in the REDD+ Safeguards Information System of the {bureau} and {identity} at {provider} was removed on {at}.',
  'mails.unlinked_by':
    'The link between your account in the REDD+ Safeguards Information System of the {bureau} and {identity} at {provider} was removed on {at} by {person}.',
  'mails.unlinked_login': 'You can still log in with your password.',
  'mails.unlinked_unexpected': 'If you did not expect this, please tell your administrator.',

  // administrators of FMB
  'mails.new_administrator_subject': '{owner} is now an administrator of FMB',
  'mails.new_administrator':
    '{person} ({email}) made {owner} ({owner_email}) an administrator of FMB on {at}, with the role {role}.',
  'mails.new_administrator_unexpected':
    'If you did not expect this, ask {person}; you can deactivate the account here:',

  // faults that an operator repairs
  'mails.backup_failed_subject': 'The backup needs attention',
  'mails.backup_failed':
    'Backups go to {place}. The newest one there: {last}. The product tries again every hour; please inform the operator of the server.',
  'mails.backup_last': '{name}, made {at}',
  'mails.backup_none': 'none',
  'mails.backup_details': 'Details: {page}',
  'mails.altered_subject': 'Public records do not match the audit log',
  'mails.altered_one':
    'A public record does not match the audit log. The database may have been changed outside the product.',
  'mails.altered':
    '{count} facts of public records do not match the audit log. The database may have been changed outside the product.',
  'mails.altered_more': 'and {count} more.',
  'mails.altered_withheld':
    'These certificates, proofs, pages and summaries are withheld until a verification finds that they match again. Keep the database as it is and find out who changed it; all differences are listed here:',
  'mails.log_stopped_subject': 'The audit log needs attention',
  'mails.log_stopped':
    'On {at} the product found that its audit log is not the one whose checkpoints it has published.',
  'mails.log_stopped_ask':
    'Nothing is sealed and nothing is published until an operator finds out why. If a backup was restored, an operator records this at the server: npm run operator -- log accept REASON. If no backup was restored, the log may have been changed: keep the database as it is and compare it with a checkpoint from outside.',
  'mails.log_continues_subject': 'The audit log continues',
  'mails.log_continues':
    'On {at} an operator let the audit log continue. It had been stopped for this reason:',
  'mails.log_continues_wrote': 'The operator wrote: {reason}',
  'mails.log_continues_unknown':
    'If you do not know of this, ask the operator. The public reads the day on {page}.',
  'mails.witness_refused_subject': 'The witness {name} does not sign the audit log',
  'mails.witness_refused': 'On {at} the witness {name} refused to sign the last checkpoint of the audit log.',
  'mails.witness_refused_ask':
    'Ask an operator whether a backup was restored. If none was, the log may have been changed: keep the database as it is and compare it with a checkpoint from outside. The public reads on {page} that this witness refuses, until it signs again.',
  'mails.break_glass_subject': 'The break-glass account was used',
  'mails.break_glass':
    'On {at} the break-glass account for emergencies ({email}) logged in from the network {network}. It may do what an administrator of FMB may, and issue reset codes alone.',
  'mails.break_glass_unexpected':
    'If you do not know who opened its envelope and why, ask the operator of the server at once. The audit log lists everything that the account does:',
  'mails.break_glass_spent':
    'Its password is spent. The operator seals it again with: npm run operator -- break-glass',

  // records
  'mails.choose': 'You can choose other mails, or none, in "View Profile": {address}',
  'mails.why_each': 'You receive this mail for each event.',
  'mails.profile': 'SITES profile',
  'mails.activity': 'SITES activity',
  'mails.profile_count_one': '1 SITES profile',
  'mails.profile_count': '{count} SITES profiles',
  'mails.activity_count_one': '1 SITES activity',
  'mails.activity_count': '{count} SITES activities',
  'mails.records_subject': '{records}: {subject}',
  'mails.many': '{records} {what}',
  'mails.waiting_subject': 'waiting for your review',
  'mails.waiting_one': 'A {record} is waiting for {level} to approve or return it.',
  'mails.waiting': 'are waiting for {level} to approve or return them.',
  'mails.findings': 'Findings on its land: {open} open, {accepted} accepted by name.',
  'mails.recalled_subject': 'recalled',
  'mails.recalled':
    'A {record} that waited for {level} was recalled by its office. You do not need to review it now.',
  'mails.imported_subject': '{records} imported: waiting for your review',
  'mails.imported_one':
    '{records} of your office was imported and is waiting for PENRO to approve or return.',
  'mails.imported': '{records} of your office were imported and are waiting for PENRO to approve or return.',
  'mails.approved_subject': 'approved',
  'mails.approved_one': 'A {record} has its final approval.',
  'mails.approved': 'have their final approval.',
  'mails.withdrawn_subject': 'approval withdrawn',
  'mails.withdrawn':
    'FMB has withdrawn the final approval of a {record}. It has left the public list and is back with its office.',
  'mails.withdrawal_subject': 'withdrawal to confirm',
  'mails.withdrawal':
    '{person} has proposed to withdraw the final approval of a {record}. It takes effect when a second person confirms it.',
  'mails.returned_subject': 'returned by {level}',
  'mails.returned_with_comments': 'A {record} was returned by {level} with comments.',
  'mails.returned_with_point': 'A {record} was returned by {level} with 1 point.',
  'mails.returned_with_points': 'A {record} was returned by {level} with {count} points.',
  'mails.with_point': 'With 1 point:',
  'mails.with_points': 'With {count} points:',
  'mails.returned': 'were returned by {level} with comments.',
  'mails.returned_correct': 'Please correct it and submit it again.',
  'mails.point_withdrawn_subject': 'a point was withdrawn by {level}',
  'mails.point_withdrawn':
    '{level} withdrew a point of a {record} that was returned to your office. It needs no answer.',
  'mails.principle': 'Principle {number}',
  'mails.spelling_subject': 'spelling corrected by {level}',
  'mails.spelling':
    '{level} corrected the spelling of {texts} while approving a {record} of yours. You do not need to do anything.',
  'mails.spelling_texts': '{count} texts',
  'mails.spelling_before': 'before: {text}',
  'mails.spelling_after': 'after: {text}',
  'mails.spelling_more_one': 'and 1 more text',
  'mails.spelling_more': 'and {count} more texts',
  'mails.deactivated_subject': 'deactivated',
  'mails.deactivated': 'Your {record} was deactivated.',
  'mails.activated_subject': 'activated',
  'mails.activated': 'Your {record} was activated.',
  'mails.quarantined_subject': 'A file did not pass the virus check',
  'mails.quarantined_record_subject': 'a file did not pass the virus check',
  'mails.quarantined': 'The file {file} did not pass the virus check and cannot be opened.',
  'mails.quarantined_upload': 'Please upload a clean copy.',
  'mails.mentioned_subject': 'you were mentioned in a note',
  'mails.mentioned': '{person}, {office}, mentioned you in a note about {place}.',
  'mails.place_profile': 'The profile',
  'mails.place_activity': 'The activity',
  'mails.place_boundary': 'Boundary',
  'mails.place_principle': 'Principle #{number}',

  // what is waiting
  'mails.daily_subject_one': '1 record is waiting for you',
  'mails.daily_subject': '{count} records are waiting for you',
  'mails.daily_one': '1 record is waiting for you.',
  'mails.daily': '{count} records are waiting for you, the longest waiting first.',
  'mails.daily_line': '{age}: {code}, {name} ({record}, {task})',
  'mails.daily_review': 'to review',
  'mails.daily_correct': 'returned to your office, to correct',
  'mails.daily_resubmit': 'recalled by your office, to submit again',
  'mails.daily_more': 'And {count} more.',
  'mails.daily_more_line': '{records} ({task})',
  'mails.why_daily': 'You receive this mail once a day while records are waiting.',
  'mails.weekly_subject_one': '1 record is waiting in {scope}',
  'mails.weekly_subject': '{count} records are waiting in {scope}',
  'mails.weekly_office': 'your office',
  'mails.weekly_region': 'your region',
  'mails.weekly_country': 'the country',
  'mails.weekly': 'on {day} {waiting}. By the level that must act:',
  'mails.weekly_profiles_one': '1 profile',
  'mails.weekly_profiles': '{count} profiles',
  'mails.weekly_activities_one': '1 activity',
  'mails.weekly_activities': '{count} activities',
  'mails.weekly_line': '{level}: {records}; median {median}, longest {longest}',
  'mails.weekly_by_office': 'By office, the longest waiting first:',
  'mails.weekly_more_one': 'And 1 more office.',
  'mails.weekly_more': 'And {count} more offices.',
  'mails.why_weekly': 'You receive this mail on Mondays while records are waiting.',

  // instruments
  'mails.expires_today': '{name} expires today',
  'mails.expires_one': '{name} expires in 1 day, on {day}',
  'mails.expires': '{name} expires in {count} days, on {day}',
  'mails.issuer': 'Issued by {issuer}',
  'mails.expiring_one': 'An instrument of your office expires soon.',
  'mails.expiring_subject': '{count} instruments of your office expire soon',
  'mails.expiring': '{count} instruments of your office expire soon, the next one first.',
  'mails.expiring_renew':
    'If it is renewed, record the new one in the profile. If it is not needed any longer, remove it with the reason.',
  'mails.why_expiring': 'You receive this mail 90 and 30 days before an instrument of your office expires.',

  // findings
  'mails.found_subject': 'Land to explain: {layer}',
  'mails.found':
    'Profiles of your office in which land of {layer} was found, according to {source}, {day}: {count}. Please explain the land in each.',
  'mails.why_found':
    'You receive this mail once for each version of a layer that finds land in profiles of your office.',
} as const
