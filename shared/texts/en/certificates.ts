/** Certificates, and the page that checks a code. */
export const CERTIFICATES = {
  'certificates.title': 'Certificate',
  'certificates.check_title': 'Check a certificate',

  'certificates.back': '← Back to the site',
  'certificates.kind': 'Certificate of approval',
  'certificates.says':
    'The {bureau} certifies that this REDD+ site and its evidence were reviewed by the province, the region and the bureau, and that the grades below were approved on {day}.',
  'certificates.partner': 'Partner or implementer',
  'certificates.sites_code': 'SITES Code',
  'certificates.approved': 'Approved',
  'certificates.region': 'Region',
  'certificates.province': 'Province',
  'certificates.no_province': 'N/A',
  'certificates.city': 'City or municipality',
  'certificates.area': 'Project area',
  'certificates.hectares': '{count} hectares',
  'certificates.year_implemented': 'Year implemented',
  'certificates.years': 'Project years',
  'certificates.from_to': '{first} to {last}',
  'certificates.grades': 'Compliance to Safeguards',
  'certificates.grades_of': 'Compliance to Safeguards, reporting year {year}',
  'certificates.reporting_year': 'Reporting year',
  'certificates.no_reporting_year': 'Not stated',
  'certificates.principle': 'Principle',
  'certificates.grade': 'Grade',
  'certificates.boundary':
    'The boundary today, simplified, with the hectares measured inside it. Not part of the certified content. Made with Natural Earth. Towns: GeoNames, CC BY 4.0.',

  'certificates.check_this': 'Check this certificate',
  'certificates.qr': 'QR code of {address}',
  'certificates.scan':
    'Scan the square, or type the code at {address}. The page shows this record as it is today and whether it has changed since.',
  'certificates.code': 'Code:',
  'certificates.issued': 'Issued {issued}. Opened {opened}. Content SHA-256',
  'certificates.in_log': 'In the public log',
  'certificates.not_in_log': 'No checkpoint of the public log includes this approval yet.',
  'certificates.in_checkpoint':
    'The approval is one of the first {count} entries of {origin}, whose root is {root}.',
  'certificates.verify': 'Anyone can verify this without this system: {proof}',
  'certificates.proof': 'proof of the approval',

  'certificates.none': 'There is no certificate here',
  'certificates.none_why': 'Only approvals on the public list have one, and the address may be incomplete.',
  'certificates.replaced': 'This approval was replaced by a newer one, which has its own certificate.',
  'certificates.newer': 'See the certificate of the newer approval',
  'certificates.printed_one': 'Do you have a printed one? {check}',
  'certificates.check_code': 'Check its code',

  'certificates.mistyped':
    'Please check the code: at least one of its 16 letters and digits is missing or wrong.',
  'certificates.unknown': 'This code does not belong to any certificate of this register.',
  'certificates.field': 'Code of the certificate',
  'certificates.field_hint':
    '16 letters and digits beside the square pattern. Small letters and missing dashes do not matter.',
  'certificates.check': 'Check',
  'certificates.check_another': 'Check another one',
  'certificates.valid': 'Valid and unchanged',
  'certificates.changed': 'Changed since it was printed',
  'certificates.invalid': 'No longer valid',
  'certificates.issued_by': 'Certificate {code} was issued by the {bureau} on {day}.',
  'certificates.unchanged_why':
    'The record has not changed since this certificate was issued. Please compare the paper with this page.',
  'certificates.see_page': 'See the page of the site',
  'certificates.newer_approval': 'The printed approval of {printed} was replaced by a newer one on {newer}.',
  'certificates.list_differs': 'The public list now differs from what was printed.',
  'certificates.changed_grades': 'Grades',
  'certificates.changed_facts': 'What else is different',
  'certificates.changed_field': 'Field',
  'certificates.as_printed': 'Printed',
  'certificates.now': 'Today',
  'certificates.changed_value': '{value} (changed)',
  'certificates.see_site': 'See the site as it is today',
  'certificates.withdrawn': 'Withdrawn',
  'certificates.withdrawn_title': 'Approval withdrawn',
  'certificates.withdrawn_on': 'The final approval of {code} ({partner}) was withdrawn on {day}.',
  'certificates.withdrawn_because':
    'The final approval of {code} ({partner}) was withdrawn on {day}. Reason: {reason}',
  'certificates.withdrawn_means':
    'Certificates of this approval are no longer valid. A new approval needs a new review by PENRO, Region and FMB.',
  'certificates.left_list':
    '{code} ({partner}) has left the public list. The printed certificate is no longer valid.',
  'certificates.deactivated':
    '{code} ({partner}) has left the public list: it was deactivated on {day}. The printed certificate is no longer valid.',
} as const
