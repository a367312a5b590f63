import { later } from '../frame/later.tsx';

/** Parts that need the judge, patterns, telephone numbers and time zones: the outline stands before they arrive. */
export const Preview = later(async () => (await import('./preview/preview.tsx')).Preview);
export const SettingsPanel = later(async () => (await import('./settings/settings-panel.tsx')).SettingsPanel);
export const fetchCheck = () => import('./check-form.ts');
