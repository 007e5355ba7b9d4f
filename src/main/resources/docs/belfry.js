const dark = window.matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

// The server of the contract is an example; requests from this page go to where it came from.
fetch("../openapi.json")
  .then((answer) => answer.json())
  .then((contract) => {
    contract.servers = [{ url: window.location.origin }];
    window.SwaggerUIBundle({
      spec: contract,
      dom_id: "#reference",
      deepLinking: true,
      docExpansion: "list",
      defaultModelsExpandDepth: 0,
      tryItOutEnabled: false,
      persistAuthorization: false,
      validatorUrl: null,
    });
  });
