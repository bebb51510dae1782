/** Logging in, passwords, and what these pages share with the one of a person's own sign-in. */
export const SIGN_IN = {
  'sign_in.forgot_title': 'Forgot password',
  'sign_in.create_title': 'Create password',
  'sign_in.change_title': 'Change password',
  'sign_in.single_title': 'Single sign-on',

  'sign_in.needs_javascript': 'This page needs JavaScript. Please turn it on in your browser.',
  'sign_in.please_wait': 'Please Wait...',
  'sign_in.email': 'Email address',
  'sign_in.password': 'Password',
  'sign_in.show_password': 'Show password',
  'sign_in.code': 'Code',
  'sign_in.use_passkey': 'Use a passkey',
  'sign_in.log_in_with': 'Log in with {provider}',
  'sign_in.no_answer':
    'An unexpected error occurred. No answer came from the server: please check your connection and try again.',
  'sign_in.no_message': 'An error occurred',
  'sign_in.went_wrong': 'Something went wrong.',
  'sign_in.password_required': 'Password is required.',
  'sign_in.password_too_long': 'Password cannot exceed 256 characters.',
  'sign_in.code_required': 'Please enter a code.',
  'sign_in.passkey_not_used': 'The passkey was not used. Please try again, or choose another way.',
  'sign_in.passkey_registered': 'This passkey is registered already.',
  'sign_in.passkey_failed': 'This browser could not use a passkey. Please try again, or choose another way.',

  'sign_in.lead': 'For the staff of the bureau, its regions and its provincial offices.',
  'sign_in.see_sites': 'See the approved SITES without logging in',
  'sign_in.forgot_question': 'Forgot your password?',
  'sign_in.logged_out': 'You were logged out.',
  'sign_in.with_passkey': 'Log in with a passkey',
  'sign_in.elsewhere_title': 'Already logged in.',
  'sign_in.elsewhere':
    'This account is logged in on another device. Logging in on this device ends the initial session.',
  'sign_in.elsewhere_force': 'Log in to this device',
  'sign_in.email_required': 'Email address is required.',
  'sign_in.email_invalid': 'Please enter a valid email address.',
  'sign_in.not_loaded':
    'No answer came from the server. Please check your connection and load this page again.',
  'sign_in.being_logged_in': 'One moment, please: you are being logged in.',
  'sign_in.return': 'Return to log in',

  'sign_in.second_step': 'Second step',
  'sign_in.second_step_lead': 'Confirm that it is you within {minutes} minutes.',
  'sign_in.second_step_asked': 'Second step: please enter a code or use a passkey.',
  'sign_in.code_help':
    'From your authenticator app, your code sheet, or a reset code that was read out to you.',
  'sign_in.own_computer': 'Is this your own computer?',
  'sign_in.own_computer_no': 'No, others use it too',
  'sign_in.own_computer_yes': 'Yes, do not ask here for 30 days',
  'sign_in.lost_phone': 'Lost your phone?',
  'sign_in.lost_phone_codes':
    'Type one of your recovery codes, or the next code of your code sheet. If you have neither, ask the approver of your office, or an administrator, for a reset code.',
  'sign_in.lost_phone_reset':
    'They read eight characters out to you, in person. The code works once, within {hours} hours; after it you set up a new second factor. Approvers and administrators of FMB get four characters from each of two administrators.',
  'sign_in.back_to_password': 'Back to the password',

  'sign_in.valid_email': 'Please enter a valid email.',
  'sign_in.back': 'Back to log in',
  'sign_in.old_password_required': 'Old password is required.',
  'sign_in.passwords_differ': 'Passwords do not match',
} as const
