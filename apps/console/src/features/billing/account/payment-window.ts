/**
 * Opens the page on which a link is paid. The window keeps its opener, which the result page reloads.
 * @returns false when the browser has blocked it
 */
export const openPayment = (url: string): boolean => window.open(url, '_blank', 'popup,width=560,height=760') !== null;
