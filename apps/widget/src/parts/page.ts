/** Part of pages that speak with the widget, or whose rules speak first. */
export { createPage } from './page-calls.ts';
export const styles = '';
