import { chakra } from "@chakra-ui/react/styled-system";
import { useId } from "react";

const halfSize = 300;
const radius = 220;
const Stop = chakra("stop");
const Use = chakra("use");

type OrbProps = { label?: string; withDots?: boolean };

/** The orb of the hero: a ball under a mesh, crossed by a calibration line that rises by 30 degrees. */
export function Orb({ label, withDots = true }: OrbProps) {
  const id = useId();
  const [ball, line] = [`${id}b`, `${id}l`];
  return (
    <chakra.svg
      viewBox={`${-halfSize} ${-halfSize} ${2 * halfSize} ${2 * halfSize}`}
      width="full"
      height="auto"
      fill="none"
      overflow="visible"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <radialGradient id={ball} cx="38%" cy="30%" r="78%">
        <Stop offset="0" color="orb.a" stopColor="currentColor" />
        <Stop offset="1" color="orb.b" stopColor="currentColor" />
      </radialGradient>
      <linearGradient id={line} gradientUnits="userSpaceOnUse" x1={-halfSize} x2={halfSize}>
        <Stop offset="0" color="accent.fg" stopColor="currentColor" stopOpacity="0" />
        <Stop offset=".18" color="accent.fg" stopColor="currentColor" />
        <Stop offset=".82" color="accent.fg" stopColor="currentColor" />
        <Stop offset="1" color="accent.fg" stopColor="currentColor" stopOpacity="0" />
      </linearGradient>
      <chakra.circle r={radius} fill={`url(#${ball})`} stroke="orb.rim" strokeWidth="1.25" />
      <Use href="/orb.svg#mesh" stroke="orb.line" />
      <chakra.circle r={radius + 28} stroke="line" />
      <Use href="/orb.svg#dial" stroke="line.control" />
      <g transform="rotate(-30)">
        <chakra.path
          d={`M${30 - halfSize} 0H${halfSize - 30}`}
          stroke="bg.canvas"
          strokeWidth="13"
        />
        <path d={`M${-halfSize} 0H${halfSize}`} stroke={`url(#${line})`} strokeWidth="2" />
        {withDots && <use href="/orb.svg#dots" />}
      </g>
    </chakra.svg>
  );
}
