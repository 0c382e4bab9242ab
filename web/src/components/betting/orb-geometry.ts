/** Half the side of the orb's drawing and the radius of its ball, in drawing units. */
export const orbSize = { half: 300, radius: 220 } as const;

const tilt = (-12 * Math.PI) / 180;
const nod = (18 * Math.PI) / 180;
const samples = 48;

const tenth = (value: number): number => Math.round(value * 10) / 10;

const project = (latitude: number, longitude: number): string => {
  const x = Math.cos(latitude) * Math.sin(longitude);
  const y = Math.sin(latitude);
  const z = Math.cos(latitude) * Math.cos(longitude);
  const yNod = y * Math.cos(nod) - z * Math.sin(nod);
  const left = orbSize.radius * (x * Math.cos(tilt) - yNod * Math.sin(tilt));
  const top = orbSize.radius * (x * Math.sin(tilt) + yNod * Math.cos(tilt));
  return `${tenth(left)} ${tenth(top)}`;
};

const toPath = (points: string[]) => `M${points.join("L")}Z`;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The mesh as one path: eleven latitudes and six longitude circles, front and back. */
export const meshPath = () => {
  const latitudes = range(11).map((index) => {
    const latitude = ((index - 5) * 15 * Math.PI) / 180;
    return toPath(range(samples).map((step) => project(latitude, (step / samples) * 2 * Math.PI)));
  });
  const longitudes = range(6).map((index) => {
    const longitude = (index * 30 * Math.PI) / 180;
    return toPath(range(samples).map((step) => project((step / samples) * 2 * Math.PI, longitude)));
  });
  return [...latitudes, ...longitudes].join("");
};

/** The dial around the ball as one path: 120 ticks, every tenth longer. */
export const dialPath = () => {
  const inner = orbSize.radius + 28;
  return range(120)
    .map((index) => {
      const angle = (index * 3 * Math.PI) / 180;
      const length = index % 30 === 0 ? 13 : index % 10 === 0 ? 9 : 4;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const outer = inner + length;
      const from = `${tenth(inner * cos)} ${tenth(inner * sin)}`;
      return `M${from}L${tenth(outer * cos)} ${tenth(outer * sin)}`;
    })
    .join("");
};

/** Ten dots along the line with the offset of each from it and half the length of its whisker. */
export const dots = [
  { at: -194, off: -12, whisker: 20 },
  { at: -146, off: 3, whisker: 8 },
  { at: -104, off: 0, whisker: 10 },
  { at: -60, off: -16, whisker: 8 },
  { at: -14, off: 6, whisker: 8 },
  { at: 20, off: -9, whisker: 8 },
  { at: 66, off: 6, whisker: 8 },
  { at: 104, off: -14, whisker: 8 },
  { at: 148, off: 8, whisker: 20 },
  { at: 192, off: -4, whisker: 20 },
] as const;
