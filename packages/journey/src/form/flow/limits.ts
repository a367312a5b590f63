/**
 * Limits of Flow JSON. `confirmed`: several public sources agree, the vendor's reference among them; `assumed`: it is our reading
 * (docs/VENDORS.md). Each one has a fixture that just passes and one that does not (`limits.test.ts`).
 */
export const flowLimits = {
  jsonBytes: { most: 10 * 1024 * 1024, evidence: 'confirmed' },
  componentsOnScreen: { most: 50, evidence: 'confirmed' },
  routes: { most: 10, evidence: 'confirmed' },
  ifDepth: { most: 3, evidence: 'confirmed' },
  footersOnScreen: { most: 1, evidence: 'confirmed' },
  optInsOnScreen: { most: 5, evidence: 'confirmed' },
  linksOnScreen: { most: 2, evidence: 'confirmed' },
  imagesOnScreen: { most: 3, evidence: 'confirmed' },
  filePickersOnScreen: { most: 1, evidence: 'confirmed' },
  heading: { most: 80, evidence: 'confirmed' },
  subheading: { most: 80, evidence: 'confirmed' },
  body: { most: 4096, evidence: 'confirmed' },
  caption: { most: 409, evidence: 'assumed' },
  inputLabel: { most: 20, evidence: 'confirmed' },
  areaLabel: { most: 20, evidence: 'confirmed' },
  helper: { most: 80, evidence: 'confirmed' },
  errorWords: { most: 30, evidence: 'assumed' },
  groupLabel: { most: 30, evidence: 'confirmed' },
  groupOptions: { most: 20, evidence: 'confirmed' },
  dropdownLabel: { most: 20, evidence: 'assumed' },
  dropdownOptions: { most: 200, evidence: 'confirmed' },
  optionTitle: { most: 30, evidence: 'confirmed' },
  optionDescription: { most: 300, evidence: 'confirmed' },
  optInLabel: { most: 120, evidence: 'assumed' },
  dateLabel: { most: 40, evidence: 'confirmed' },
  footerLabel: { most: 35, evidence: 'confirmed' },
  linkText: { most: 25, evidence: 'confirmed' },
  pickerLabel: { most: 30, evidence: 'assumed' },
  pickerDescription: { most: 300, evidence: 'confirmed' },
  pickedFiles: { most: 30, evidence: 'confirmed' },
  screenTitle: { most: 60, evidence: 'assumed' },
} as const satisfies Record<string, { most: number; evidence: 'confirmed' | 'assumed' }>;
export type FlowLimit = keyof typeof flowLimits;
export const mostOf = (limit: FlowLimit): number => flowLimits[limit].most;

/** Version that is written, and those that are read. */
export const writtenVersion = '7.3';
export const readVersions = ['5.1', '6.0', '6.1', '6.2', '6.3', '7.0', '7.1', '7.2', '7.3'] as const;
export const dataApiVersion = '3.0';

/** Limits of the texts of each component, by property. */
export const lengthLimits: Readonly<Record<string, Readonly<Record<string, FlowLimit>>>> = {
  TextHeading: { text: 'heading' },
  TextSubheading: { text: 'subheading' },
  TextBody: { text: 'body' },
  TextCaption: { text: 'caption' },
  TextInput: { label: 'inputLabel', 'helper-text': 'helper', 'error-message': 'errorWords' },
  TextArea: { label: 'areaLabel', 'helper-text': 'helper' },
  CheckboxGroup: { label: 'groupLabel' },
  RadioButtonsGroup: { label: 'groupLabel' },
  Dropdown: { label: 'dropdownLabel' },
  OptIn: { label: 'optInLabel' },
  DatePicker: { label: 'dateLabel', 'helper-text': 'helper' },
  CalendarPicker: { label: 'dateLabel', 'helper-text': 'helper' },
  Footer: { label: 'footerLabel' },
  EmbeddedLink: { text: 'linkText' },
  PhotoPicker: { label: 'pickerLabel', description: 'pickerDescription' },
  DocumentPicker: { label: 'pickerLabel', description: 'pickerDescription' },
};
/** Limits of how often a component stands on one screen, and of the options of those that have some. */
export const countLimits: Readonly<Record<string, FlowLimit>> = {
  Footer: 'footersOnScreen',
  OptIn: 'optInsOnScreen',
  EmbeddedLink: 'linksOnScreen',
  Image: 'imagesOnScreen',
};
export const optionLimits: Readonly<Record<string, FlowLimit>> = {
  CheckboxGroup: 'groupOptions',
  RadioButtonsGroup: 'groupOptions',
  Dropdown: 'dropdownOptions',
};
