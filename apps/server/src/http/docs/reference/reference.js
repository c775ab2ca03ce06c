window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  // No request to swagger.io's validator: the page works offline.
  validatorUrl: null,
});
