import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { RESET_CODE_HOURS, SHEET_CODES } from '../../shared/factors/factors.schema.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'

/** For administrators and approvers: how people log in with a second factor where they have no phone of their own. */
export function WithoutPhonesPage() {
  return (
    <>
      <PageHeader
        title="Second factor in an office without phones"
        intro="A phone of one’s own is not needed. Three ways work on a shared computer."
        back={<Link to="/users">All users</Link>}
      />
      <Stack>
        <Panel title="A sheet of codes on paper">
          <p>
            Costs nothing and works today. The person opens “Your sign-in”, makes a sheet of {SHEET_CODES}{' '}
            codes and prints it. Each login uses the next code, which is then crossed out. The sheet belongs
            in a wallet or a locked drawer, never beside the computer, and never to two people.
          </p>
          <p>
            {SHEET_CODES} codes last about two months of working days. “Your sign-in” shows how many are left;
            a new sheet ends the old one.
          </p>
        </Panel>
        <Panel title="A security key">
          <p>
            A small device for a USB port, one for each person. It is touched at each login, and needs no
            battery and no network. Any key that is sold as “FIDO2” works. On a computer that others use too,
            this is the only kind of passkey that can be added: a passkey of the computer itself would belong
            to all who use it.
          </p>
        </Panel>
        <Panel title="An authenticator app on an office tablet">
          <p>
            Possible where each person has a lock of their own on the tablet. Where all open it with one PIN,
            take paper instead: a person who holds the tablet could log in as any colleague whose password
            they know.
          </p>
        </Panel>
        <Panel title="When a sheet, a key or a phone is lost">
          <ol>
            <li>The person comes to you, or you go to them. That you know each other is the check.</li>
            <li>
              You open the person in User Management, or as an approver “Lost second factor” in the menu
              behind your name, and choose “Issue reset code”. Their session ends at once.
            </li>
            <li>You read the eight signs out. They are shown once, and never sent by mail or phone.</li>
            <li>
              Within {RESET_CODE_HOURS} hours the person logs in with password and code, and sets up a new
              second factor before anything else.
            </li>
          </ol>
          <p>
            A code cannot be issued for oneself. For approvers and administrators of FMB two administrators
            each issue half of the signs. Every code is listed for FMB, and mailed to it once a week.
          </p>
        </Panel>
        <Panel title="At the computer">
          <p>
            After logging in the page asks “Is this your own computer?”. On a computer of the office the
            answer is no, which is chosen already. After a yes, no one who knows the password is asked for a
            second factor there for 30 days.
          </p>
        </Panel>
      </Stack>
    </>
  )
}
