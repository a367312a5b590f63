/** Address of the frame in which a form is written. */
export const formDesignerPath = (formId: string): string => `/designer/forms/${encodeURIComponent(formId)}`;
