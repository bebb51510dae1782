/** Pages about what does not exist or cannot be shown. */
export const TROUBLE = {
  'trouble.not_found': 'Not found',
  'trouble.site_not_found': 'This site was not found',
  'trouble.site_not_found_why': 'It may not be approved, or the address may be incomplete.',
  'trouble.all_sites': 'See all approved SITES',
  'trouble.too_many': 'Too many requests',
  'trouble.too_many_why':
    'Too many requests came from your network. Please wait one minute, then load this page again.',
  'trouble.fault_title': 'Not available',
  'trouble.fault': 'This page is not available right now',
  'trouble.fault_why':
    'Please try again in a moment. If this continues, give the helpdesk this reference number:',
  'trouble.altered_title': 'Does not match the log',
  'trouble.altered': 'This record does not match the log',
  'trouble.altered_why': 'It may have been altered. The bureau has been notified.',
} as const
