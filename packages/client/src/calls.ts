/** The parts of a call's definition that making it needs. @property answer where an envelope holds it; file: the answer is none */
export type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; answer: 'data' | 'response' | 'file' };
export type Calls = Record<string, Record<string, Call>>;
