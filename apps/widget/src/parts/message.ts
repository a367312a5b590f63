/** Part that draws what few messages have: cards, choices, files, and text with marks and links. */
export { AttachmentView } from './attachment-view.tsx';
export { CardView } from './card-view.tsx';
export { ChoicesView } from './choices-view.tsx';
export { MarkupView } from './markup-view.tsx';
export { default as styles } from './message.css?inline';
export { RichCardsView } from './rich-cards-view.tsx';
