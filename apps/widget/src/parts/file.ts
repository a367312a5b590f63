/** Part of a visitor who sends a file. */
export { default as styles } from './file.css?inline';
export { FileLine } from './file-line.tsx';
