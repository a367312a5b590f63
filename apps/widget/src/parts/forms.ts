/** Part with the forms of the panel: rating, address, the end of a chat, and the own conversation by mail. */
export { AddressForm } from './address-form.tsx';
export { default as styles } from './forms.css?inline';
export { Menu } from './menu.tsx';
export { Rating } from './rating.tsx';
