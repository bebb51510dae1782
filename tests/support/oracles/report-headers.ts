/** The columns of a report in the order of the specification (000 §2). */
export const REPORT_HEADERS = [
  ...['No.', 'SITES Code', 'Region', 'Province', 'Municipality', 'Name of Partner/Implementer'],
  ...['Project Area', 'Year Implemented', 'Project Year', 'REDD+ Eligible Activities Area'],
  'Implementation Agreement',
  ...['Principle 1', 'Principle 2', 'Principle 3', 'Principle 4'],
  ...['Principle 5', 'Principle 6', 'Principle 7', 'Principle 8'],
  ...['Date Created', 'Date Submitted', 'Date Returned', 'Date Approved'],
]
