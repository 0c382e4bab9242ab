import type { Sport } from "@orbline/proto/constants/predictions";

const paths: Record<Sport, string> = {
  soccer:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 8l3.6 2.6-1.4 4.2H9.8l-1.4-4.2L12 8ZM12 8V3.2M15.6 10.6l4.6-1.5M14.2 14.8l2.9 4M9.8 14.8l-2.9 4M8.4 10.6 3.8 9.1",
  nba: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3v18M5.8 5.6c3.2 3.4 3.2 9.4 0 12.8M18.2 5.6c-3.2 3.4-3.2 9.4 0 12.8",
  mlb: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM6.5 5c2.6 4 2.6 10 0 14M17.5 5c-2.6 4-2.6 10 0 14M7.6 9l1.8-.7M7.6 15l1.8.7M16.4 9l-1.8-.7M16.4 15l-1.8.7",
  ufc: "M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3L8.3 3ZM9.7 6.5h4.6l3.2 3.2v4.6l-3.2 3.2H9.7l-3.2-3.2V9.7l3.2-3.2Z",
  nfl: "M4 20c-1.6-6.600 2.400-14.400 16-16 1.600 6.600-2.400 14.400-16 16ZM9 15l6-6M10 11.800l2.200 2.200M12 9.800l2.200 2.200M4.200 14.500l5.300 5.300M14.500 4.200l5.300 5.300",
  cfb: "M5 21V3M5 4l15 4.500L5 13M8.500 7v3.200",
  nhl: "M12 6c5 0 9 1.500 9 3.500S17 13 12 13s-9-1.500-9-3.500S7 6 12 6ZM3 9.500v5C3 16.500 7 18 12 18s9-1.500 9-3.500v-5",
};

/** The icon of a sport, for use beside the sport's name. */
export function SportIcon({ sport, size = 20 }: { sport: Sport; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={paths[sport]} />
    </svg>
  );
}
