/** Statements of the demo bureau's offices, by the number of the principle. */
export const DEMO_STATEMENTS: Readonly<Record<number, readonly string[]>> = {
  1: [
    'The tenure instrument was checked against the land use plan of the municipality; both name the same sitios.',
    'The work plan of the year was signed by the provincial office in January and posted at the barangay hall.',
    'Sinuri ng samahan ang mga permit sa pagputol ng kawayan; lahat ay may bisa hanggang sa susunod na taon.',
  ],
  2: [
    'The benefit-sharing table was read out and posted; three questions were answered on the spot.',
    'Two complaints about the boundary of a fallow were heard by the barangay captain and settled within a month.',
    'Ipinaskil ng ingat-yaman ang gastusin ng unang anim na buwan sa pisara ng kooperatiba.',
  ],
  3: [
    'Elders of Sitio Niño walked the eastern boundary with the survey team and named every creek on the map.',
    'The council of elders gave its consent to the nursery in a meeting held in its own language.',
    'Old planting songs were recorded by the school with the leave of the families who keep them.',
  ],
  4: [
    'Members met at the barangay hall and agreed on the patrol plan of the year.',
    'Nagkaroon ng pagpupulong ang samahan kasama ang mga nakatatanda ng Sitio Niño.',
    'Four of nine seats of the board went to women; two are held by members below thirty.',
  ],
  5: [
    'Two trainings were held with the provincial office.\nWomen of the organization led the second one.',
    'Six forest guards learned to read a compass and to write a patrol report that the police accepts.',
    'Tinuruan ng mga taga-nursery ang mga magulang kung paano magpunla ng narra at molave.',
  ],
  6: [
    'The first harvest of abaca was shared by the rule of the by-laws; widows received their part in cash.',
    'Wages of the replanting season were paid every second Saturday, with a list that each worker signed.',
    'Nagbigay ang samahan ng gamit sa paaralan mula sa kinita ng pulot-pukyutan.',
  ],
  7: [
    'A firebreak of two kilometres was cleared before the dry months; one grass fire stopped at it.',
    'Guards met kaingin makers from the next valley and offered them plots in the agroforestry area.',
    'After the typhoon of November, fallen trees were counted in all plots and half of them were replanted by March.',
  ],
  8: [
    'Hornbills nested again near the upper spring; the path there stays closed until the young have left.',
    'Native seedlings of almaciga, dao and lauan were planted along the Peñaranda creek, and no exotic ones.',
    'Nakakita ang mga bantay-gubat ng bakas ng usang gubat sa tatlong magkaibang lugar.',
  ],
}
