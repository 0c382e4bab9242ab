import { Fragment } from "react";

/** A long name that can break after its dots, underscores and hyphens. */
export const BreakableName = ({ name }: { name: string }) =>
  name.split(/(?<=[._-])/).map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
