/** What the kit of the staff screens says: on these in English, on the pages of an account in their language. */
export const KIT = {
  'kit.note': 'Note',
  'kit.done': 'Done',
  'kit.warning': 'Warning',
  'kit.error': 'Error',
  'kit.confirm': 'Confirm',
  'kit.cancel': 'Cancel',
  'kit.session_title': 'Session Warning',
  'kit.session_left': 'Your session will expire in {time} due to inactivity.',
  'kit.session_end': 'Logout Now',
  'kit.session_stay': 'Stay Logged In',
  'kit.was_idle': 'You were inactive for 35 minutes. Please log in to continue.',
} as const
