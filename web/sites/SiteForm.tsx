import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { agreementComplaint, locationMapComplaint } from '../../shared/files/file-checks.ts'
import { MAP_KINDS } from '../../shared/files/files.schema.ts'
import { BOUNDARY_QUESTIONS } from '../../shared/land/crs.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import { siteErrors, tidySite } from '../../shared/sites/sites.rules.ts'
import type { SiteProfile, SiteProfileInput } from '../../shared/sites/sites.schema.ts'
import { afterPointerUp } from '../lib/after-pointer-up.ts'
import { DraftFooter } from '../drafts/DraftFooter.tsx'
import { DraftStatus } from '../drafts/DraftGate.tsx'
import { FieldConflicts } from '../drafts/FieldConflicts.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { useFormDraft } from '../drafts/useDraftGuard.ts'
import { ApiError, firstFieldErrors } from '../lib/call.ts'
import { UploadField } from '../files/UploadField.tsx'
import { toPoint } from '../review/points/place-id.ts'
import { PointsContext } from '../review/points/points-context.tsx'
import { PointsNotAnswered } from '../review/points/record-points.tsx'
import { confirm, inform } from '../ui/dialogs.tsx'
import { Panel } from '../ui/Panel.tsx'
import { fail } from '../ui/fail.ts'
import { useHasAside, WithAside } from '../ui/WithAside.tsx'
import { useOnce } from '../ui/useOnce.ts'
import { useSend } from '../ui/useSend.ts'
import { BoundaryPreview } from './BoundaryPreview.tsx'
import { BoundaryWarning } from './BoundaryWarning.tsx'
import { DuplicatesWarning, findDuplicates } from './duplicates.tsx'
import styles from './SiteForm.module.css'
import { FieldBox, PlaceSteps, ProjectFields } from './SiteFormParts.tsx'
import { type SiteFormValues, valuesToDraft } from './site-form-values.ts'
import { initialConflict, useFieldConflicts } from './useFieldConflicts.ts'
import { boundaryQuery } from './useBoundaryCheck.ts'
import { useFormPoints } from './useFormPoints.ts'

/** loaded with the first map that asks something */
/** Add Profile begins another profile, so that a second one does not overwrite the first (S-166). */
const KEPT_APART =
  'What you have entered can be kept as a draft. Your dashboard and the next new profile name it and lead back to it.'

const MapQuestion = lazy(async () => ({ default: (await import('./MapQuestion.tsx')).MapQuestion }))

type SiteFormProps = {
  initial: SiteFormValues
  regionFixed: boolean
  words: {
    /** "Add Profile" or "Edit Profile" */
    action: string
    /** the question before sending, and its consequence */
    question: string
    consequence: string
    done: string
    /** what happened to the profile, shown after its code */
    doneMessage: string
  }
  draft: OpenDraft<SiteFormValues>
  /** the profile as it was when the form was opened; null for a new one */
  record: SiteProfile | null
  /** reads the profile as it is now; `rebase` makes it the one that the next save is based on */
  reload: () => Promise<SiteProfile>
  rebase: (record: SiteProfile) => void
  save: (input: SiteProfileInput, form_key: string) => Promise<{ siteProfile: SiteProfile }>
  /** the points or the comment of the newest return */
  children?: ReactNode
}

/** The first error of each field, by the server's own rules. */
function check(values: SiteFormValues): Record<string, string> {
  const errors = siteErrors(valuesToDraft(values), manilaYear(new Date()))
  const question = values.map_kml_id?.question
  return {
    ...Object.fromEntries(
      Object.entries(errors).flatMap(([field, [first]]) => (first ? [[field, first]] : [])),
    ),
    ...(question ? { map_kml_id: BOUNDARY_QUESTIONS[question] } : {}),
  }
}

/** Moves the focus to the first field with an error, in page order. */
function focusFirst(form: HTMLFormElement | null, errors: Record<string, unknown>) {
  const boxes = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
  const wrong = boxes.find((box) => errors[box.dataset.field ?? ''])
  wrong?.querySelector<HTMLElement>('input, select, textarea')?.focus()
}

/** The profile form, the same for adding and editing. */
export function SiteForm(props: SiteFormProps) {
  const { initial, regionFixed, words, draft, record, children } = props
  const siteId = record?.id ?? null
  const navigate = useNavigate()
  const client = useQueryClient()
  const place = useRef<HTMLFormElement>(null)
  const [uploads, setUploads] = useState(0)
  const [checking, setChecking] = useState(false)
  const { busy, send } = useSend(draft.key)
  const [opening] = useState(() => initialConflict({ draft, record }))
  const form = useForm<SiteFormValues>({
    initialValues: opening?.values ?? draft.start ?? initial,
    validate: check,
    enhanceGetInputProps: ({ field, form: own }) => ({
      onBlur: () => afterPointerUp(() => own.validateField(field)),
    }),
  })
  const { values } = form
  const release = useFormDraft({
    draft,
    form,
    title: 'Cancel adding this profile?',
    ...(record ? {} : { message: KEPT_APART }),
    isUploading: uploads > 0,
  })

  const savedFirst = useFieldConflicts(form, opening, props)
  const hasAside = useHasAside()
  const { pointed, findOpen } = useFormPoints({ initial, values, record })

  const toList = () => navigate({ to: '/sitemap', search: ({ draft: _left, ...all }) => all })

  const ask = async (input: SiteProfileInput, sent: SiteFormValues) => {
    setChecking(true)
    const [duplicates, points, boundary] = await Promise.all([
      findDuplicates(input, siteId, draft.key.current()),
      findOpen(),
      // of the values that are sent, which may be newer than what the panel shows
      client.fetchQuery(boundaryQuery(sent, siteId)).catch(() => null),
    ]).finally(() => setChecking(false))
    const [first] = [...points.unsent, ...points.open]
    const answer = await confirm({
      title: words.question,
      message: (
        <>
          <p>
            <strong>{input.name_of_partner}</strong>
          </p>
          <p>{words.consequence}</p>
          <PointsNotAnswered {...points} />
          <DuplicatesWarning codes={duplicates} />
          <BoundaryWarning found={boundary} />
        </>
      ),
      confirmLabel: words.action,
      ...(first ? { otherLabel: 'Answer first', isOtherSafe: true } : {}),
    })
    // after the question has given the focus back
    if (answer?.isOther && first) requestAnimationFrame(() => toPoint(first))
    return answer !== null && !answer.isOther
  }

  const showErrors = (errors: Record<string, unknown>) => {
    // after the errors are rendered
    requestAnimationFrame(() => focusFirst(place.current, errors))
  }

  const submit = useOnce(async (valid: SiteFormValues) => {
    if (savedFirst.isUndecided) return savedFirst.place.current?.focus()
    const input = tidySite(valuesToDraft(valid) as SiteProfileInput)
    if (!(await ask(input, valid))) return
    let saved: SiteProfile
    const goOn = await draft.hold()
    try {
      saved = (await send((form_key) => props.save(input, form_key))).siteProfile
    } catch (error) {
      goOn()
      if (await savedFirst.meet(error, valid).catch(() => false)) return
      const errors = firstFieldErrors(error)
      if (Object.keys(errors).length === 0) {
        await fail(error, { titlesFaults: true })
        // an earlier attempt has created the record, so this form is done
        if (error instanceof ApiError && error.why === 'repeated') {
          void draft.drop()
          release()
          await toList()
        }
        return
      }
      form.setErrors(errors)
      return showErrors(errors)
    }
    void draft.drop()
    release()
    await inform({ title: words.done, message: `${saved.code} ${words.doneMessage}` })
    await toList()
  })

  const asked = values.map_kml_id
  const setMap = (file: SiteFormValues['map_kml_id']) => form.setFieldValue('map_kml_id', file)
  const map = <BoundaryPreview values={values} siteId={siteId} />
  const countUpload = (moving: boolean) => setUploads((count) => count + (moving ? 1 : -1))
  const file = (name: 'agreement_id' | 'map_kml_id') => ({
    value: values[name],
    error: form.errors[name],
    form: `site:${siteId ?? 'new'}:${name}`,
    onBusy: countUpload,
  })

  return (
    <PointsContext value={pointed}>
      <form
        ref={place}
        className={styles.form}
        noValidate
        onSubmit={(event) => form.onSubmit((valid) => void submit(valid), showErrors)(event)}
      >
        {hasAside ? null : children}
        {savedFirst.met ? (
          <FieldConflicts
            who={savedFirst.met.who}
            sides={savedFirst.sides}
            chosen={savedFirst.chosen}
            place={savedFirst.place}
            {...(savedFirst.met.isOpen ? { onChoose: savedFirst.choose } : {})}
          >
            <p>
              {savedFirst.met.isOpen
                ? 'Your changes were not saved, and theirs were not replaced.'
                : 'This profile can no longer be edited, so your changes were not saved. Your entries stay in this form and in your draft.'}
            </p>
            {savedFirst.taken.length > 0 && savedFirst.met.isOpen ? (
              <p>
                Their changes are in your form now:{' '}
                {savedFirst.taken.map(({ label, theirs }) => `${label} (${theirs || 'empty'})`).join(', ')}.
              </p>
            ) : null}
          </FieldConflicts>
        ) : null}
        <WithAside
          lead={
            <Panel title="Location">
              <Stack gap="lg">
                <PlaceSteps form={form} regionFixed={regionFixed} />
                <FieldBox name="map_kml_id">
                  <UploadField
                    {...file('map_kml_id')}
                    label="Location Map"
                    help="The boundary of the site as a .kml or .kmz file, or as .geojson, .json, .gpx, .gpkg or a zipped Shapefile; at most 50 MB"
                    kinds={MAP_KINDS}
                    check={locationMapComplaint}
                    onChange={setMap}
                  />
                  {asked?.question || asked?.answers ? (
                    <Suspense>
                      <MapQuestion key={asked.id} file={asked} onAnswered={setMap} />
                    </Suspense>
                  ) : null}
                </FieldBox>
                {hasAside ? null : map}
              </Stack>
            </Panel>
          }
          aside={
            hasAside ? (
              <>
                {children}
                <Panel title="Map">{map}</Panel>
              </>
            ) : null
          }
        >
          <Panel title="Additional Information">
            <Stack gap="lg">
              <ProjectFields form={form} />
              <FieldBox name="agreement_id">
                <UploadField
                  {...file('agreement_id')}
                  label="Agreement"
                  help="The signed agreement as a .pdf file, at most 50 MB"
                  kinds={['pdf']}
                  check={agreementComplaint}
                  onChange={(uploaded) => form.setFieldValue('agreement_id', uploaded)}
                />
              </FieldBox>
            </Stack>
          </Panel>
        </WithAside>
        <DraftFooter
          stored={
            <>
              {uploads > 0 ? 'Wait until the file is uploaded, or cancel it. ' : null}
              {checking ? 'The boundary is being checked. ' : null}
              <DraftStatus stored={draft.stored} />
            </>
          }
        >
          <Button variant="default" onClick={() => void toList()}>
            Cancel
          </Button>
          {/* not disabled while it is checked: the question gives the focus back to it */}
          <Button type="submit" disabled={busy || uploads > 0} aria-busy={checking}>
            {words.action}
          </Button>
        </DraftFooter>
      </form>
    </PointsContext>
  )
}
