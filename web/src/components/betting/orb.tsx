import { chakra } from "@chakra-ui/react/styled-system";
import { useId, useMemo } from "react";
import { dialPath, dots, meshPath, orbSize } from "./orb-geometry.ts";

const { half, radius } = orbSize;
const Stop = chakra("stop");

const Gradients = ({ ball, line }: { ball: string; line: string }) => (
  <defs>
    <radialGradient id={ball} cx="38%" cy="30%" r="78%">
      <Stop offset="0" color="orb.a" stopColor="currentColor" />
      <Stop offset="1" color="orb.b" stopColor="currentColor" />
    </radialGradient>
    <linearGradient id={line} gradientUnits="userSpaceOnUse" x1={-half} x2={half} y1="0" y2="0">
      <Stop offset="0" color="accent.fg" stopColor="currentColor" stopOpacity="0" />
      <Stop offset=".18" color="accent.fg" stopColor="currentColor" />
      <Stop offset=".82" color="accent.fg" stopColor="currentColor" />
      <Stop offset="1" color="accent.fg" stopColor="currentColor" stopOpacity="0" />
    </linearGradient>
  </defs>
);

const Dots = () => (
  <>
    {dots.map(({ at, off, whisker }) => (
      <g key={at} transform={`translate(${at} ${off})`}>
        <chakra.path d={`M0 ${-whisker}V${whisker}`} stroke="fg.subtle" strokeWidth="1" />
        <chakra.circle r="4.5" fill="bg.canvas" stroke="fg" strokeWidth="2" />
      </g>
    ))}
  </>
);

type OrbProps = { label?: string; withDots?: boolean };

/** The orb of the hero: a meshed ball crossed by a calibration line rising 30 degrees. */
export const Orb = ({ label, withDots = true }: OrbProps) => {
  const id = useId();
  const [ball, line] = [`${id}b`, `${id}l`];
  // Two thousand points: only pages with an orb work them out.
  const mesh = useMemo(meshPath, []);
  const dial = useMemo(dialPath, []);
  return (
    <chakra.svg
      viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`}
      width="full"
      height="auto"
      fill="none"
      overflow="visible"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <Gradients ball={ball} line={line} />
      <chakra.circle r={radius} fill={`url(#${ball})`} stroke="orb.rim" strokeWidth="1.25" />
      <chakra.path d={mesh} stroke="orb.line" strokeWidth="1" />
      <chakra.circle r={radius + 28} stroke="line" strokeWidth="1" />
      <chakra.path d={dial} stroke="line.control" strokeWidth="1" />
      <g transform="rotate(-30)">
        <chakra.path d={`M${-half + 30} 0H${half - 30}`} stroke="bg.canvas" strokeWidth="13" />
        <path d={`M${-half} 0H${half}`} stroke={`url(#${line})`} strokeWidth="2" />
        {withDots && <Dots />}
      </g>
    </chakra.svg>
  );
};
