import { chakra } from "@chakra-ui/react/styled-system";
import { useId } from "react";

const Svg = chakra("svg");

/** The mark: an orb crossed by the calibration line. */
export function LogoMark({ size = 26, dimmed = false }: { size?: number; dimmed?: boolean }) {
  const mask = useId();
  return (
    <Svg
      viewBox="0 0 32 32"
      width={`${size}px`}
      height={`${size}px`}
      fill="none"
      aria-hidden
      flexShrink={0}
      color={dimmed ? "fg.subtle" : "fg"}
    >
      <mask id={mask} maskUnits="userSpaceOnUse" x="0" y="0" width="32" height="32">
        <path fill="#fff" d="M0 0h32v32H0z" />
        <path stroke="#000" strokeWidth="5.8" d="M-1.3 26 33.3 6" />
      </mask>
      <circle cx="16" cy="16" r="11" fill="currentColor" mask={`url(#${mask})`} />
      <chakra.path
        d="M2.6 23.74 29.4 8.26"
        stroke={dimmed ? "accent.line" : "accent.fg"}
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </Svg>
  );
}
