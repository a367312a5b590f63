/** Runs before each test file of the server. */
import './patience.ts';
