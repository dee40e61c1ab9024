export const notes = { name: 'notes', language: 'Text' };
