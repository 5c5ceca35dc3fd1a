// Prints, as JSON, the result of verify.go for each delivery in vectors.json: go run try.go verify.go ../vectors.json
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

func main() {
	var file struct {
		Vectors []struct {
			Headers map[string]string
			Body    string
			Secret  string
			Now     int64
		}
	}
	text, err := os.ReadFile(os.Args[len(os.Args)-1])
	if err == nil {
		err = json.Unmarshal(text, &file)
	}
	if err != nil {
		panic(err)
	}
	said := []map[string]bool{}
	for _, v := range file.Vectors {
		headers := http.Header{}
		for name, value := range v.Headers {
			headers.Set(name, value)
		}
		said = append(said, map[string]bool{
			"standard": IsGenuine([]byte(v.Body), headers, v.Secret, v.Now),
			"plain":    IsGenuinePlain([]byte(v.Body), headers, v.Secret),
		})
	}
	out, _ := json.Marshal(said)
	fmt.Println(string(out))
}
