/** The page on the open data, the feed, and how records went. */
export const OPEN_DATA = {
  'open_data.intro':
    'The public register of approved REDD+ sites as files: their licence, their columns, and addresses that stay.',
  'open_data.register': 'Approved REDD+ SITES of the Philippines',
  'open_data.register_words':
    'REDD+ sites that passed review by the province, the region and the bureau, with their latest grades on the eight safeguard principles.',
  'open_data.country': 'Philippines',
  'open_data.span': 'The register begins on {first} and was last changed by an approval on {last}.',
  'open_data.empty': 'No site is approved yet, so the files have no rows.',

  'open_data.licence': 'Licence',
  'open_data.licence_named': 'The data is published under {licence}.',
  'open_data.licence_none':
    'The bureau has not chosen a licence by name yet. Until then its terms of use apply to the data as well:',
  'open_data.licence_product':
    'The product behind this page is free software under Apache-2.0. The licences of the packages in it:',

  'open_data.files': 'Files',
  'open_data.files_words':
    'They need no key and no account. A network gets {count} replies a minute, pages and files together.',
  'open_data.file': 'File',
  'open_data.format': 'Format',
  'open_data.content': 'What it is',
  'open_data.file_csv':
    'one row per site, for spreadsheets; UTF-8 with a byte order mark, separated by commas',
  'open_data.file_geojson': 'the same rows for maps, each at the fixed point of its region',
  'open_data.file_cad_trust_json':
    'the same sites in the names of the data dictionary of the Climate Action Data Trust, version 2.0.2; it begins with a list of what it lacks',
  'open_data.file_cad_trust_csv': 'the same as a table',
  'open_data.file_records_went':
    'how many days records waited at each level, per region, in the last twelve months',

  'open_data.columns': 'Columns',
  'open_data.column': 'Column',
  'open_data.field': 'Field in GeoJSON',
  'open_data.meaning': 'Meaning',
  'open_data.code_means':
    'the number of the site: region, year and running number. It never changes and is never used again, so rows of two years are compared by it',
  'open_data.region_means': 'the region of the site',
  'open_data.province_means': 'its province; N/A in the capital region, which has none, and null in GeoJSON',
  'open_data.city_means': 'its city or municipality',
  'open_data.partner_means': 'the organisation that runs the project there',
  'open_data.grades_mean':
    'one column for each safeguard principle: {grades}. N/A, and null in GeoJSON, where the site has no approved activity yet',
  'open_data.reporting_year_means':
    'the year that the latest approved activity reports on; N/A, and null in GeoJSON, where it names none',
  'open_data.project_area_means': 'the area of the project as the office entered it',
  'open_data.activities_mean':
    'one column for each eligible activity, with its hectares; empty where the site has not chosen it. In GeoJSON a list of names and hectares',
  'open_data.year_means': 'the year in which the project began at the site',
  'open_data.project_years_mean': 'the first and the last year of the project',
  'open_data.page_means':
    'the address of the page of the latest approval; N/A, and null in GeoJSON, where the site has none yet',
  'open_data.approved_means': 'the day of the latest approval in Manila; in GeoJSON the moment, in UTC',
  'open_data.altered_means':
    'only where a record does not match the log: true. Its grades, hectares, activities and years are then left out, and the CSV says so in their columns',

  'open_data.as_of': 'As of a day',
  'open_data.as_of_words':
    'With {parameter} a file is the register as it was when that day ended in Manila, with the grades of then. Such a file is the same to the last byte whenever it is loaded.',
  'open_data.as_of_example': 'The register at the end of the last full year:',
  'open_data.points': 'Points are not places',
  'open_data.points_words':
    'Each point in the GeoJSON file is one fixed point of the region of a site. It is not the place of the site, so do not measure distances with it. Boundaries stay with the bureau; the page of a site has a picture of its boundary.',

  'open_data.addresses': 'Addresses that stay',
  'open_data.addresses_words':
    'The addresses on this page, the page of each approval, and the page of each published summary stay as they are. The page of a replaced approval stays as well, with a link to the newer one.',
  'open_data.feed': 'Atom feed',
  'open_data.feed_title': 'Approved REDD+ SITES',
  'open_data.feed_words': 'The newest approvals for feed readers:',
  'open_data.catalogue_words': 'This page for catalogues of data (DCAT 3):',
  'open_data.site_map_words': 'All public pages for robots:',

  'open_data.programs': 'Calls for programs',
  'open_data.programs_words':
    'Programs can also page, search and filter the register. These calls need the key of this product in the header {header}. It is no secret: {config} has it as {field}. All calls are described here:',
  'open_data.programs_example': 'An example is the number of sites in each region:',

  'open_data.cite': 'How to cite',
  'open_data.cite_words':
    'Name the bureau, the register, the day that the file is about, and its address. For example:',
  'open_data.cite_example': '{bureau}: {register}, as of {day}. {address}',
  'open_data.check': 'How to check',
  'open_data.check_words':
    'Each approval is a row in a log that anyone can verify. {verify} shows how, and {went} shows how long records take.',

  'open_data.site_area': '{hectares} hectares',
  'open_data.picture': 'Map of {site}, {code}, {bureau}',

  'open_data.went_intro':
    'How long records wait at each level of review in each region, how many of them are returned, and how many renewals are overdue. Without names and offices.',
  'open_data.went_span': 'Counted from {first} to {last}, once a day.',
  'open_data.went_meanings': 'What the numbers mean',
  'open_data.went_waited': 'Days waited',
  'open_data.went_waited_means':
    'The days from the submission of a record, or from its approval by the level before, until the level approved or returned it, as the median to a tenth of a day: half of the decisions took no longer. Profiles and activities together.',
  'open_data.went_returned': 'Returned at least once',
  'open_data.went_returned_means':
    'How many of the finally approved records were sent back for corrections at least once before that approval.',
  'open_data.went_overdue': 'Renewals overdue',
  'open_data.went_overdue_means':
    'Sites on the public list whose latest approval was more than twelve months before the last day counted.',
  'open_data.went_few_means':
    'Where there are fewer than 5, neither their number nor their figure is shown, so that no person can be recognised by their pace. The number of the country is then left out too, because theirs could be taken from it.',
  'open_data.went_region': 'Region',
  'open_data.went_penro': 'Days at the province (PENRO)',
  'open_data.went_regional': 'Days at the region',
  'open_data.went_fmb': 'Days at the bureau (FMB)',
  'open_data.went_figure': '{figure} (of {count})',
  'open_data.went_few': 'fewer than 5',
  'open_data.went_none': 'none',
  'open_data.went_of_sites': '{overdue} of {sites}',
  'open_data.went_download': 'Download this table:',
} as const
