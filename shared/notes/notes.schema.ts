import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { AccessLevel } from '../access/levels.ts'
import { endpoint, everyone } from '../access/endpoint.ts'
import { type KindNames, RECORD_KINDS } from '../access/record-kinds.ts'
import { Id, IdParams, IdText } from '../lib/ids.ts'
import { SearchText } from '../lib/paging.ts'
import { requiredParagraphs } from '../lib/plain-text.ts'
import { PointPlace } from '../review/points.schema.ts'
import { placeOfKey } from './note-places.ts'
import { NOTE } from './notes.rules.ts'

/** Notes: messages between the offices of a record's chain, which decide nothing (decision 30). */

/** the most people that one note mentions */
const MENTIONED_MAX = 20
/** the most people that a search for a name returns */
export const PEOPLE_MAX = 20
/** the most notes that one person adds within an hour */
export const NOTES_AN_HOUR = 60
/** the notes of one reply */
export const NOTES_A_PAGE = 30

const NO_PLACE = 'Choose what the note is about.'

/** A place as one text, as `placeKey` makes it: "record", "field:project_area", "file:12". */
const PlaceText = z.pipe(
  z
    .string(NO_PLACE)
    .check(
      z.regex(
        /^(record|boundary|field:[a-z_]{1,100}|(file|principle|indicator|figure|finding|instrument):[1-9]\d{0,9})$/,
        NO_PLACE,
      ),
    ),
  z.pipe(z.transform(placeOfKey), PointPlace),
)

const NoteInput = z.object({
  place: PointPlace,
  text: requiredParagraphs('Note', NOTE.most),
  /** the ids of the people whom the text mentions; each must be one of those who may read it */
  mentioned: z.optional(
    z.array(Id).check(
      z.maxLength(MENTIONED_MAX, `A note can mention at most ${MENTIONED_MAX} people.`),
      z.refine((ids) => new Set(ids).size === ids.length, 'Each person can be mentioned once.'),
    ),
  ),
})
export type NoteInput = z.output<typeof NoteInput>

const Mentioned = z.object({ id: z.number(), name: z.string() })
export type Mentioned = z.output<typeof Mentioned>

export const Note = z.object({
  id: z.number(),
  place: PointPlace,
  /** the name of the place when the note was written */
  label: z.string(),
  /** empty once it was erased */
  text: z.string(),
  mentioned: z.array(Mentioned),
  /** the author, as they were then */
  by: z.string(),
  role: z.string(),
  level: AccessLevel,
  office: z.string(),
  at: z.string(),
  /** when an operator erased its text, and why */
  erased_at: z.nullable(z.string()),
  erased_reason: z.nullable(z.string()),
})
export type Note = z.output<typeof Note>

/** A place with notes, and how many. */
const NotedPlace = z.object({ place: PointPlace, label: z.string(), notes: z.number() })
export type NotedPlace = z.output<typeof NotedPlace>

/** A person who may be mentioned. */
const NotePerson = z.object({ id: z.number(), name: z.string(), office: z.string() })

/** The calls about the notes of a kind of record. */
const noteCalls = ({ path, one }: KindNames) => ({
  notes: endpoint('GET', `${path}/:id/notes`, {
    reads: 'notes',
    may: everyone,
    summary: `The newest notes of ${one}, oldest first; before the note with an id, or about one place`,
    params: IdParams,
    query: z.object({ before: z.optional(IdText), place: z.optional(PlaceText) }),
    reply: z.object({ data: z.array(Note), has_earlier: z.boolean() }),
  }),
  notePlaces: endpoint('GET', `${path}/:id/notes/places`, {
    reads: 'notes',
    may: everyone,
    summary: `How many notes ${one} has, and about which places`,
    params: IdParams,
    reply: z.object({ total: z.number(), places: z.array(NotedPlace) }),
  }),
  notePeople: endpoint('GET', `${path}/:id/notes/people`, {
    reads: 'notes',
    may: everyone,
    summary: `The people whom a note about ${one} can mention, by name: those who may read it`,
    params: IdParams,
    query: z.object({ search: SearchText }),
    reply: wrapped('people', z.array(NotePerson)),
  }),
  addNote: endpoint('POST', `${path}/:id/notes`, {
    stale: ['notes'],
    may: everyone,
    summary: `Add a note to ${one}; it cannot be changed or deleted`,
    form: true,
    params: IdParams,
    body: NoteInput,
    reply: wrapped('note', Note),
  }),
})
export type NoteEndpoints = ReturnType<typeof noteCalls>

// not among the other calls of a record: only the pages with notes load them
export const siteNotesApi = noteCalls(RECORD_KINDS.site)
export const activityNotesApi = noteCalls(RECORD_KINDS.activity)
