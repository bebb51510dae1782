/** What the parts of the messages are about, which the keys begin with. */
const PARTS: Readonly<Record<string, string>> = {
  common: 'Every page',
  trouble: 'Pages that say what went wrong',
  approved: 'Approved SITES',
  certificates: 'Certificates',
  checking: 'Verify our records',
  summaries: 'Summary of Information',
  open_data: 'Open data',
  record: 'Grades, principles and activities',
  list: 'The public list',
  site: 'The page of a site',
  land: 'Land of a site',
  wrong: 'Something wrong?',
  kit: 'Questions and notices of an account',
  sign_in: 'Log in',
  password: 'Passwords',
  my_sign_in: 'Your sign-in',
  refused: 'Refusals',
  mails: 'Mails',
}

export const partWords = (part: string): string => PARTS[part] ?? part.replaceAll('_', ' ')
