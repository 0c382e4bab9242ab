const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
] as const;

/** How long ago a moment was, in its largest whole unit, e.g. `12 min`. */
export const age = (moment: string, now = Date.now()) => {
  const seconds = Math.max(0, Math.round((now - new Date(moment).getTime()) / 1000));
  const unit = units.find(([, size]) => seconds >= size);
  return unit ? `${Math.floor(seconds / unit[1])} ${unit[0]}` : `${seconds} s`;
};
