import '../../../web/lib/zod-setup.ts'
import '@mantine/core/styles.layer.css'
import '../../../web/ui/theme/tokens.css'
import '../../../web/ui/theme/base.css'
import '../../../web/ui/theme/kit.css'
import { Button, MantineProvider, Stack } from '@mantine/core'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { DayRange } from '../../../shared/lib/date-range.ts'
import { COMMON } from '../../../shared/texts/en/common.ts'
import { KIT } from '../../../shared/texts/en/kit.ts'
import { translator } from '../../../shared/texts/translate.ts'
import { LanguageContext } from '../../../web/lib/texts.tsx'
import { BusyOverlay } from '../../../web/ui/BusyOverlay.tsx'
import { DatePicker } from '../../../web/ui/DatePicker.tsx'
import { DateRange } from '../../../web/ui/DateRange.tsx'
import { confirm, Dialogs, inform } from '../../../web/ui/dialogs.tsx'
import { MultiFileInput } from '../../../web/ui/MultiFileInput.tsx'
import { cssVariablesResolver, themeIn } from '../../../web/ui/theme/theme.ts'
import { WorkProgress } from '../../../web/ui/WorkProgress.tsx'
import { MapPiece } from './MapPiece.tsx'
import { States } from './States.tsx'

const TEXTS = { ...COMMON, ...KIT }
const LANGUAGE = { code: 'en', texts: TEXTS, prefix: '', others: [], unofficial: false }

const told = (value: unknown) => JSON.stringify(value)

function Dates() {
  const [day, setDay] = useState<string | null>(null)
  const [moment, setMoment] = useState<string | null>(null)
  const [range, setRange] = useState<DayRange>({ start: null, end: null })
  return (
    <>
      <h2>Dates</h2>
      <DatePicker label="Date of visit" value={day} onChange={setDay} />
      <output aria-label="Told day">{told(day)}</output>
      <DatePicker label="Moment of visit" value={moment} onChange={setMoment} withTime />
      <output aria-label="Told moment">{told(moment)}</output>
      <DateRange value={range} onChange={setRange} />
      <output aria-label="Told range">{told(range)}</output>
    </>
  )
}

function Files() {
  const [files, setFiles] = useState<File[]>([])
  const [plans, setPlans] = useState<File[]>([])
  return (
    <>
      <h2>Files</h2>
      <MultiFileInput label="Attachments" value={files} onChange={setFiles} />
      <output aria-label="Told files">{told(files.map((file) => file.name))}</output>
      <MultiFileInput label="Plans" kind="pdf" value={plans} onChange={setPlans} />
      <output aria-label="Told plans">{told(plans.map((file) => file.name))}</output>
    </>
  )
}

function Questions() {
  const [answer, setAnswer] = useState<unknown>('none yet')
  const [presses, setPresses] = useState(0)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setPresses((count) => count + 1)
    setBusy(true)
    await fetch('/slow')
    setBusy(false)
  }
  const question = { title: 'Deactivate user', message: 'Are you sure?', confirmLabel: 'Deactivate' }
  const reason = { label: 'Reason', min: 2, max: 50 }
  return (
    <>
      <h2>Dialogs</h2>
      <Button onClick={() => void confirm(question).then(setAnswer)}>Ask</Button>
      <Button onClick={() => void confirm({ ...question, danger: true }).then(setAnswer)}>
        Ask about the end
      </Button>
      <Button onClick={() => void confirm({ ...question, danger: true, reason }).then(setAnswer)}>
        Ask with a reason
      </Button>
      <Button
        onClick={() =>
          void inform({ title: 'Add User Successful', message: 'The user was added.' }).then(() =>
            setAnswer('read'),
          )
        }
      >
        Tell
      </Button>
      <output aria-label="Told answer">{told(answer)}</output>
      <Button onClick={() => void save()}>Save</Button>
      <output aria-label="Told presses">{told(presses)}</output>
      <BusyOverlay visible={busy} />
    </>
  )
}

function Work() {
  const [done, setDone] = useState<number | null>(null)
  return (
    <>
      <h2>Work</h2>
      <WorkProgress
        label="Preparing the report"
        share={done === null ? null : done / 10}
        {...(done === null ? {} : { detail: `${done} of 10 rows` })}
        onCancel={() => setDone(null)}
      />
      <Button onClick={() => setDone((before) => (before ?? 0) + 3)}>Go on</Button>
    </>
  )
}

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the pieces.')

createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={themeIn(translator(TEXTS))}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme="light"
    >
      <LanguageContext value={LANGUAGE}>
        <main style={{ padding: 16 }}>
          <h1>Pieces</h1>
          <Stack gap="md">
            <Dates />
            <Files />
            <Questions />
            <Work />
            {/* only for the test of forced colours */}
            {location.hash === '#states' ? <States /> : null}
            {/* only for the test of the map */}
            {location.hash === '#map' ? <MapPiece /> : null}
          </Stack>
        </main>
        <Dialogs />
      </LanguageContext>
    </MantineProvider>
  </StrictMode>,
)
