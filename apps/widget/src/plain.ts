/** Everything that the markup knows needs one of these: a mark, an address, or eight digits near each other. */
const marked = /[*_~`@]|:\/\/|www\.|\d(?:[ ().-]{0,2}\d){7}/i;

/** Tells text without marks and links from text that the part for messages has to draw. */
export const isPlain = (text: string): boolean => !marked.test(text);
