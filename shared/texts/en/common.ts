/** The frame of every page, days, ages, grades, and what several pages show. */
export const COMMON = {
  'common.skip': 'Skip to content',
  'common.main': 'Main',
  'common.demonstration': 'DEMONSTRATION',
  'common.nothing_real': 'Nothing here is real.',
  'common.log_in': 'Log in',
  'common.dashboard': 'Dashboard',
  'common.language': 'Language',
  'common.no_connection':
    'No connection to the server. This page may be out of date, and nothing can be sent.',
  'common.unofficial': 'This is an unofficial translation.',
  'common.english': 'Read it in English',
  'common.english_only': 'This page is in English only.',
  'common.print': 'Print',

  'common.helpdesk': 'Helpdesk',
  'common.helpdesk_note':
    'For help with your account, please contact the administrator of your office or the {bureau}.',
  'common.privacy': 'Privacy policy',
  'common.privacy_note':
    'The {bureau} keeps only the personal data that the review of REDD+ sites needs, and shows none of it to the public.',
  'common.terms': 'Terms of use',
  'common.terms_note':
    'The information on these pages may be used freely when the {bureau} is named as its source.',
  'common.verify': 'Verify our records',
  'common.data': 'Data',
  'common.records_went': 'How records went',
  'common.close': 'Close',
  'common.dismiss': 'Dismiss',
  'common.printed': 'Printed {day} {time}, Manila time',
  'common.page_of': 'Page {page} of {pages}',

  'common.day': '{month} {date}, {year}',
  'common.and': '{first} and {last}',
  'common.month_1': 'Jan',
  'common.month_2': 'Feb',
  'common.month_3': 'Mar',
  'common.month_4': 'Apr',
  'common.month_5': 'May',
  'common.month_6': 'Jun',
  'common.month_7': 'Jul',
  'common.month_8': 'Aug',
  'common.month_9': 'Sep',
  'common.month_10': 'Oct',
  'common.month_11': 'Nov',
  'common.month_12': 'Dec',
} as const
