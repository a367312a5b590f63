/**
 * A whole office signs in from one address when its day begins: each of these calls may come so often from it in a minute. Wrong sign-ins are
 * counted apart, by address and by account (decision 0020).
 */
export const signInsPerMinute = 600;
