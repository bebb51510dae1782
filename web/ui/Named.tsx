/** What a button does, and to which of several for whoever only hears it. */
export const Named = ({ action, name }: { action: string; name: string }) => (
  <>
    {action}
    <span className="visually-hidden"> {name}</span>
  </>
)
