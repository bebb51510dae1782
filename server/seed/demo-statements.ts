/** Statements of the demo bureau's offices, by the number of the outcome indicator that they answer. */
export const DEMO_STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  '1.1.1': [
    'The tenure instrument was checked against the land use plan of the municipality; both name the same sitios.',
    'The agreement runs for eleven more years; its copy hangs in the office of the organization.',
  ],
  '1.1.2': [
    'The work plan of the year was signed by all parties in January and posted at the barangay hall.',
  ],
  '1.1.3': [
    'Concrete markers were set at all corners. One overlap with a titled lot was brought to the survey section.',
    'Nilakad ng samahan at ng surveyor ang hangganan; may muhon na sa bawat kanto.',
  ],
  '1.2.1': [
    'The nursery is below the limits of the impact system; the certificate of non-coverage is attached.',
  ],
  '1.2.2': ['The board of the protected area gave its clearance in its March meeting, with two conditions.'],
  '1.2.3': ['The sangguniang bayan approved the project after a hearing in each of the three barangays.'],
  '1.3.1': ['Each activity is a line of the forest land use plan; the table names its page.'],
  '1.3.2': [
    'Sinuri ng samahan ang mga permit sa pagputol ng kawayan; lahat ay may bisa hanggang sa susunod na taon.',
    'One load of lauan was stopped at the checkpoint; the case was filed within the week.',
  ],
  '2.1.1': ['The board met each month but in the typhoon season; minutes name what was decided and by whom.'],
  '2.1.2': [
    'The municipal council, the provincial office and the commission met twice and divided the patrols.',
  ],
  '2.2.1': [
    'The benefit-sharing table was read out and posted; three questions were answered on the spot.',
    'Nakapaskil sa wikang ginagamit sa sitio ang plano at badyet ng proyekto.',
  ],
  '2.2.2': ['Two students asked for the planting records and had copies after five working days.'],
  '2.3.1': [
    'Ipinaskil ng ingat-yaman ang gastusin ng unang anim na buwan sa pisara ng kooperatiba.',
    'The auditor of the cooperative signed the accounts of the year; one receipt was missing and is named.',
  ],
  '2.3.2': [
    'A member of the board whose brother sells seedlings left the room before the purchase was voted on.',
  ],
  '2.4.1': ['The complaint box at the hall is opened each Friday by the captain and two elders.'],
  '2.4.2': [
    'Two complaints about the boundary of a fallow were heard by the barangay captain and settled within a month.',
    'A complaint about late wages was answered in three days; the list of payments was shown to the worker.',
    'Tatlong reklamo tungkol sa alagang hayop sa taniman ang dininig; dalawa ang naayos na.',
  ],
  '3.1.1': [
    'Elders of Sitio Niño walked the eastern boundary with the survey team and named every creek on the map.',
    'Fourteen families who have farmed here since before 1990 are on the list, with their fields on the map.',
  ],
  '3.1.2': [
    'The path to the rattan vines stays open; the families who use it signed the rules with the board.',
  ],
  '3.2.1': [
    'The council of elders gave its consent to the nursery in a meeting held in its own language.',
    'The commission certified that no ancestral domain is touched; its team had walked the site for two days.',
  ],
  '3.2.2': [
    'Elders and the provincial office went through the consent agreement line by line; one promise is late.',
  ],
  '3.2.3': ['After two meetings the assembly of the barangay endorsed the project, with four votes against.'],
  '3.3.1': [
    'The days of planting follow the calendar that the elders keep; it is written into the work plan.',
  ],
  '3.3.2': [
    'Old planting songs were recorded by the school with the leave of the families who keep them.',
    'Hindi inilagay sa mapa ang libingan ng mga ninuno; bukas pa rin ito sa pamayanan.',
  ],
  '4.1.1': ['The list of who is affected was read again in June; six families without land were added.'],
  '4.1.2': [
    'Members met at the barangay hall and agreed on the patrol plan of the year.',
    'Nagkaroon ng pagpupulong ang samahan kasama ang mga nakatatanda ng Sitio Niño.',
    'Notice was given two weeks before; the meeting began after the market closed, so that women could come.',
  ],
  '4.2.1': ['Four of nine seats of the board went to women; two are held by members below thirty.'],
  '4.2.2': ['The elders have a seat on the board and used their veto once, on the road to the upper spring.'],
  '4.3.1': ['Of nine comments seven are in the new plan; the minutes say why the other two are not.'],
  '4.3.2': ['Members counted seedlings with the foresters and corrected the survival of two plots.'],
  '5.1.1': ['The needs of members, the municipal office and the field foresters were asked in one workshop.'],
  '5.1.2': ['The plan for trainings is approved until next year; the municipality pays for half of it.'],
  '5.2.1': [
    'Two trainings were held with the provincial office.\nWomen of the organization led the second one.',
    'Six forest guards learned to read a compass and to write a patrol report that the police accepts.',
    'Tinuruan ng mga taga-nursery ang mga magulang kung paano magpunla ng narra at molave.',
  ],
  '5.2.2': ['Those who were trained last year now keep the books and run the nursery without help.'],
  '5.3.1': ['The organization filed its reports in time for the second year and was graded one step higher.'],
  '5.3.2': ['One forester and a motorcycle are assigned to the site by order of the provincial office.'],
  '6.1.1': [
    'The arrangement was agreed by the assembly: a fifth goes to the school, the rest by days of work.',
  ],
  '6.1.2': [
    'The agreement says that no credits are sold before the bureau has issued its rules; none were.',
    'The partner searched two registries for the area of the site and found no other claim.',
  ],
  '6.2.1': [
    'The first harvest of abaca was shared by the rule of the by-laws; widows received their part in cash.',
    'Wages of the replanting season were paid every second Saturday, with a list that each worker signed.',
    'Nagbigay ang samahan ng gamit sa paaralan mula sa kinita ng pulot-pukyutan.',
  ],
  '6.2.2': [
    'What each household received was read out in the assembly of December; two entries were corrected.',
  ],
  '6.3.1': [
    'Nineteen households sold honey and seedlings; the nursery gave work in the months without harvest.',
  ],
  '6.3.2': ['Of the paid days of work more than half went to women and to families without land.'],
  '7.1.1': ['The map of landslides and floods was renewed after the typhoon, with the municipal office.'],
  '7.1.2': [
    'After the typhoon of November, fallen trees were counted in all plots and half of them were replanted by March.',
    'Bamboo was planted along the lower bank, where the river took two rows of trees last year.',
  ],
  '7.2.1': [
    'A firebreak of two kilometres was cleared before the dry months; one grass fire stopped at it.',
    'Guards found three stumps of narra; the report went to the provincial office on the same day.',
  ],
  '7.2.2': ['Twelve plots were measured again; eleven have more wood than two years ago, one burned.'],
  '7.2.3': ['A tenth of the sales of honey goes into a fund that pays the guards once the project ends.'],
  '7.3.1': ['The next valley is visited every quarter; two new clearings were seen and marked on the map.'],
  '7.3.2': [
    'Guards met kaingin makers from the next valley and offered them plots in the agroforestry area.',
  ],
  '8.1.1': ['Pictures of the same ten places show no clearing; planting was on land that was grass before.'],
  '8.1.2': [
    'Native seedlings of almaciga, dao and lauan were planted along the Peñaranda creek, and no exotic ones.',
  ],
  '8.2.1': [
    'Hornbills nested again near the upper spring; the path there stays closed until the young have left.',
    'Nakakita ang mga bantay-gubat ng bakas ng usang gubat sa tatlong magkaibang lugar.',
  ],
  '8.2.2': ['The strict zone around the spring is marked with paint and walked twice a week.'],
  '8.3.1': ['The spring gave as much water in April as in the two years before; the school measures it.'],
  '8.3.2': ['The water association of the town pays the guards for two months of the year.'],
  '8.4.1': [
    'Compost replaced bought fertilizer in the nursery, and empty bags are brought down to the town.',
  ],
}
