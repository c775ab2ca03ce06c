const darkScheme = window.matchMedia('(prefers-color-scheme: dark)');

function followColorScheme() {
  document.documentElement.classList.toggle('dark-mode', darkScheme.matches);
}

followColorScheme();
darkScheme.addEventListener('change', followColorScheme);

window.SwaggerUIBundle({
  // Swagger UI takes three times as long for the document in version 3.1.
  url: '/api/openapi-3.0.json',
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
