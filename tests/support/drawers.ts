/**
 * The drawers of each room, bottom first: a drawer may import only from those before it. Files of the room outside its
 * drawers may import from all of them.
 */
export const DRAWERS: Record<string, readonly string[]> = {
  shared: [
    ...[
      'lib',
      'access',
      'boundary',
      'land',
      'drafts',
      'files',
      'places',
      'claims',
      'audit',
      'auth',
      'offices',
    ],
    ...[
      'principles',
      'review',
      'notes',
      'sites',
      'activities',
      'imports',
      'roles',
      'users',
      'factors',
      'oidc',
      'dashboard',
      'reports',
    ],
    ...['approved', 'summaries', 'certificates', 'file-access', 'public-log', 'public'],
  ],
  server: [
    ...['lib', 'database', 'store', 'embedded-postgres', 'worker-processes', 'sheets', 'context', 'mails'],
    ...['http', 'operate', 'audit', 'places', 'offices', 'recount', 'drafts', 'files', 'auth', 'backup'],
    ...[
      'public-log',
      'review',
      'notes',
      'land',
      'claims',
      'principles',
      'sites',
      'activities',
      'quarantine',
      'imports',
    ],
    ...['pending', 'approved', 'dashboard', 'reports', 'summaries', 'proofs', 'certificates', 'integrity'],
    ...['watching', 'roles', 'users', 'factors', 'oidc', 'sign-in', 'seed'],
  ],
  web: [
    ...[
      'lib',
      'places',
      'ui',
      'public',
      'public-log',
      'files',
      'drafts',
      'auth',
      'factors',
      'sign-in',
      'approved',
      'certificates',
    ],
    ...['review', 'notes', 'land', 'principles', 'offices', 'audit', 'reports', 'imports', 'roles', 'users'],
    ...['sites', 'activities', 'summaries', 'dashboard', 'app'],
  ],
}

/** The drawers that every file of a room may import from; of the others it may import only the open files. */
export const OPEN_DRAWERS: Record<string, readonly string[]> = {
  server: [
    ...['lib', 'database', 'store', 'embedded-postgres', 'worker-processes', 'sheets', 'context', 'mails'],
    ...['http', 'operate', 'audit', 'public-log', 'auth', 'factors', 'oidc', 'review', 'files'],
    ...['integrity', 'seed'],
  ],
  web: [
    'lib',
    'ui',
    'app',
    'review',
    'notes',
    'land',
    'files',
    'drafts',
    'places',
    'public',
    'auth',
    'sign-in',
  ],
}
