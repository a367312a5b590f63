/** States of a form in lists, as the specification numbers those of campaigns (CAMP-046). */
export const formStates = { draft: 0, published: 2 } as const;
export type FormStateNumber = (typeof formStates)[keyof typeof formStates];
/** States of a filling: one person at one form. The last three are final. */
export const fillingStates = ['OPEN', 'SUBMITTED', 'CLOSED', 'EXPIRED'] as const;
export type FillingState = (typeof fillingStates)[number];
/** Faces by which an answer can have come. */
export const answerFaces = ['page', 'inline', 'flow', 'questions'] as const;
export type AnswerFace = (typeof answerFaces)[number];
/** Origins of answers: the sandbox's are never counted among the others. */
export const formEnvironments = ['production', 'sandbox'] as const;
/** Addresses of forms and encaps for whoever has no account. */
export const pagesPath = '/p/';
/** Kinds of records that a form names: attributes that its answers are kept in, and pictures that it shows. */
export const formRefKinds = ['attribute', 'media'] as const;
export type FormRefKind = (typeof formRefKinds)[number];
