/** The label of a button, with a name for screen readers that distinguishes it from others. */
export const ActionName = ({ action, name }: { action: string; name: string }) => (
  <>
    {action}
    <span className="visually-hidden"> {name}</span>
  </>
)
