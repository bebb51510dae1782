/** "Something wrong?", at the end of every public record. */
export const WRONG = {
  'wrong.title': 'Something wrong?',
  'wrong.office': '{office}, {region}, entered this record and is responsible for it.',
  'wrong.address': 'Address: {address}',
  'wrong.no_address': 'The bureau has not entered the address of this office yet.',
  'wrong.hotline':
    'For a complaint about any government office, call the 8888 Citizens’ Complaint Center: {number}.',
  'wrong.complaints': 'Complaints page of the {bureau}',
  'wrong.no_complaints': 'The {bureau} has not named a complaints page of its own yet.',
} as const
