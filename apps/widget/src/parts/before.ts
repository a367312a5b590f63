/** Part with the form that is asked before a chat. */
export { default as styles } from './before.css?inline';
export { BeforeForm } from './before-form.tsx';
