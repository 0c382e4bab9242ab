/** The shape the payment forms ask of an e-mail address; the server has the last word. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
